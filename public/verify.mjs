#!/usr/bin/env node
// Checks Hiraku receipts offline: node verify.mjs receipt.json [delivered-file …] [--key FILE-OR-FINGERPRINT]
// Exit code 0: everything given was checked and holds. 1: something fails, or could not be read.
import { createHash, createPublicKey, verify } from "node:crypto";
import { readFileSync } from "node:fs";

const usage = `Usage: node verify.mjs receipt.json [delivered-file ...] [--key KEYS]

receipt.json    a receipt for a quote, as downloaded, or a JSON list of several, which all have to hold
delivered-file  the file that the service delivered (in the library: "as delivered"); proves the quote word for word
--key KEYS      whose signature it must be: the file /.well-known/hiraku-receipt-keys.json of that installation, or a
                fingerprint (SHA256:...) that it gave you. Without it only the record's own key is used, which proves
                that nothing was changed since it was signed, and not who signed it.`;

function fail(why) {
  console.error(`FAILED: ${why}`);
  process.exit(1);
}

const files = [];
let keys;
for (let i = 2, args = process.argv; i < args.length; i++) {
  if (args[i] === "--help" || args[i] === "-h") {
    console.log(usage);
    process.exit(0);
  } else if (args[i] === "--key") keys = args[++i] || fail(`--key needs a file or a fingerprint\n\n${usage}`);
  else if (args[i].startsWith("--")) fail(`unknown option ${args[i]}\n\n${usage}`);
  else files.push(args[i]);
}
if (files.length < 1) fail(`give a receipt\n\n${usage}`);

const sha256 = (bytes, encoding) => createHash("sha256").update(bytes).digest(encoding);
const fingerprintOf = (key) => `SHA256:${sha256(Buffer.from(key, "base64url"), "base64url")}`;

function read(file) {
  try {
    return readFileSync(file);
  } catch (error) {
    return fail(`${file} can't be read (${error.code})`);
  }
}

function json(bytes, what) {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    return fail(`${what} is not JSON`);
  }
}

/** RFC 8785: no spaces, names sorted by UTF-16 units. */
function canonical(value) {
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  const fields = Object.keys(value).sort();
  return `{${fields.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join(",")}}`;
}

/** RFC 6901. */
function at(value, pointer) {
  const names = pointer.split("/").slice(1);
  const plain = names.map((name) => name.replaceAll("~1", "/").replaceAll("~0", "~"));
  return plain.reduce((inside, name) => (Object.hasOwn(Object(inside), name) ? inside[name] : undefined), value);
}

const [bytes, ...others] = files.map(read);
const given = json(bytes, "the receipt");
// Any other spelling is refused: a name given twice would show two readers two records under one signature.
const plain = [JSON.stringify(given), JSON.stringify(given, null, 2)];
const receipts = Array.isArray(given) ? given : [given];
if (receipts.length === 0 || receipts.some((each) => each?.format !== "hiraku-receipt/1"))
  fail("this is not a receipt of the kind hiraku-receipt/1");
if (!plain.includes(bytes.toString().replaceAll("\r\n", "\n").replace(/\n$/, "")))
  fail("the receipt is not in its plain form");
const listed = keys && !keys.startsWith("SHA256:") ? [json(read(keys), "the file of keys")?.keys ?? []].flat() : [];
const wanted = keys && [keys, ...listed.map((each) => fingerprintOf(String(each?.public_key)))];
const delivered = new Map(others.map((each) => [sha256(each, "hex"), each]));
for (const [hash, each] of delivered)
  if (!receipts.some((receipt) => receipt.delivered?.sha256 === hash))
    fail(`${files[others.indexOf(each) + 1]} is not the file that was delivered`);
console.log(receipts.map(check).join("\n\n"));

function isGenuine(signed, signature) {
  try {
    const { public_key: x, algorithm } = signed.signer;
    const bits = Buffer.from(signature, "base64url");
    if (algorithm !== "Ed25519" || bits.toString("base64url") !== signature) return false;
    const publicKey = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" });
    return verify(null, Buffer.from(canonical(signed)), publicKey, bits);
  } catch {
    return false;
  }
}

function check({ signature, ...signed }, index) {
  const which = receipts.length === 1 ? "" : `receipt ${index + 1} of ${receipts.length}: `;
  if (!isGenuine(signed, signature))
    fail(`${which}the signature does not fit: the record was changed after it was signed`);
  const print = fingerprintOf(signed.signer.public_key);
  if (wanted && !wanted.includes(print)) fail(`${which}signed by another key: ${print}`);
  const whose = `signed by the key that was given (${signed.signer.kid})`;
  const signer = wanted ? whose : "signer not checked (give --key to check whose it is)";
  const { document, section, page, source } = signed;
  return `OK: ${which}intact, ${signer}; ${wordsOf(signed, which)}.

${signed.quote}

${[document.issuer_name, document.title, section?.title, page && `p. ${page}`].filter(Boolean).join(", ")}
${document.document_id}, delivered ${signed.delivered.at}, signed ${signed.issued_at}
${[source.attribution, source.url].filter(Boolean).join(" ")}`;
}

function wordsOf({ delivered: { sha256: hash, text: pointer }, offsets: { start, end }, quote }, which) {
  const body = delivered.get(hash);
  if (body === undefined) return "the words were not compared (give the delivered file to compare them)";
  const text = at(json(body, "the delivered file"), pointer);
  if (typeof text !== "string" || [...text].slice(start, end).join("") !== quote)
    fail(`${which}the delivered file holds other words at this place`);
  return `the delivered file holds these words at characters ${start} to ${end}`;
}
