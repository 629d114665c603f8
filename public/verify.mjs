#!/usr/bin/env node
// Checks a Hiraku receipt offline: node verify.mjs receipt.json [delivered-file] [--key FILE-OR-FINGERPRINT]
// Exit code 0: everything given was checked and holds. 1: something fails, or could not be read.
import { createHash, createPublicKey, verify } from "node:crypto";
import { readFileSync } from "node:fs";

const usage = `Usage: node verify.mjs receipt.json [delivered-file] [--key KEYS]

receipt.json    a receipt for a quote, as downloaded
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
  } else if (args[i] === "--key") keys = args[++i] ?? fail(`--key needs a file or a fingerprint\n\n${usage}`);
  else if (args[i].startsWith("--")) fail(`unknown option ${args[i]}\n\n${usage}`);
  else files.push(args[i]);
}
if (files.length < 1 || files.length > 2) fail(`give a receipt, and at most one delivered file\n\n${usage}`);

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
  const names = pointer
    .split("/")
    .slice(1)
    .map((name) => name.replaceAll("~1", "/").replaceAll("~0", "~"));
  return names.reduce((inside, name) => (Object.hasOwn(Object(inside), name) ? inside[name] : undefined), value);
}

const bytes = read(files[0]);
const receipt = json(bytes, "the receipt");
if (receipt?.format !== "hiraku-receipt/1") fail("this is not a receipt of the kind hiraku-receipt/1");
// Any other spelling is refused: a name given twice would show two readers two records under one signature.
const plain = [JSON.stringify(receipt), JSON.stringify(receipt, null, 2)];
if (!plain.includes(bytes.toString().replaceAll("\r\n", "\n").replace(/\n$/, "")))
  fail("the receipt is not in its plain form");

const { signature, ...signed } = receipt;
const { kid, public_key: key, algorithm } = signed.signer ?? {};
let genuine = false;
try {
  const publicKey = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x: key }, format: "jwk" });
  const bits = Buffer.from(signature, "base64url");
  const isExact = algorithm === "Ed25519" && bits.toString("base64url") === signature;
  genuine = isExact && verify(null, Buffer.from(canonical(signed)), publicKey, bits);
} catch {}
if (!genuine) fail("the signature does not fit: the record was changed after it was signed");

let signer = "signer not checked (give --key to check whose it is)";
if (keys !== undefined) {
  const wanted = keys.startsWith("SHA256:")
    ? [keys]
    : json(read(keys), "the file of keys").keys?.map((each) => fingerprintOf(each.public_key));
  if (!Array.isArray(wanted) || !wanted.includes(fingerprintOf(key)))
    fail(`signed by another key: ${fingerprintOf(key)}`);
  signer = `signed by the key that was given (${kid})`;
}

let proof = "the words were not compared (give the delivered file to compare them)";
if (files.length === 2) {
  const delivered = read(files[1]);
  if (sha256(delivered, "hex") !== signed.delivered.sha256) fail(`${files[1]} is not the file that was delivered`);
  const text = at(json(delivered, "the delivered file"), signed.delivered.text);
  const { start, end } = signed.offsets;
  if (typeof text !== "string" || [...text].slice(start, end).join("") !== signed.quote) {
    fail("the delivered file holds other words at this place");
  }
  proof = `the delivered file holds these words at characters ${start} to ${end}`;
}

const { document, section, page, source } = signed;
console.log(`OK: intact, ${signer}; ${proof}.

${signed.quote}

${[document.issuer_name, document.title, section?.title, page && `p. ${page}`].filter(Boolean).join(", ")}
${document.document_id}, delivered ${signed.delivered.at}, signed ${signed.issued_at}
${[source.attribution, source.url].filter(Boolean).join(" ")}`);
