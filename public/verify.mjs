#!/usr/bin/env node
// Checks Hiraku receipts, dossiers and checks of drafts offline: node verify.mjs FILE [delivered-file …] [--key FILE-OR-FINGERPRINT]
// Exit code 0: everything given was checked and holds. 1: something fails, or could not be read.
import { createHash, createPublicKey, verify } from "node:crypto";
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";

const usage = `Usage: node verify.mjs FILE [delivered-file ...] [--key KEYS]

FILE            a receipt for a quote, a JSON list of several, the dossier of an answer, or the check of a
                draft, as downloaded; all has to hold
delivered-file  a file that the service delivered (in the library: "as delivered"); proves quotes word for word
--key KEYS      whose signature it must be: the file /.well-known/hiraku-receipt-keys.json of that installation, or a
                fingerprint (SHA256:...) that it gave you. Without it only the record's own key is used, which proves
                that nothing was changed since it was signed, and not who signed it.`;

// No record changes or imitates what is said of it: controls are written as numbers, and each line of its words is marked.
const seen = (said) => said.replace(/[^\P{C}\n]|\p{Zl}|\p{Zp}/gu, (each) => `\\u{${each.codePointAt(0).toString(16)}}`);
const marked = (...lines) => lines.join("\n").replace(/^|\n/g, "$&| ");

function fail(why) {
  console.error(seen(`FAILED: ${why}`));
  process.exit(1);
}

function orFail(action, why) {
  try {
    return action();
  } catch {
    return fail(why);
  }
}

process.on("uncaughtException", () => fail("the record is not of the form that its format names"));
const options = { key: { type: "string" }, help: { type: "boolean", short: "h" } };
const { positionals: files, values } = orFail(() => parseArgs({ allowPositionals: true, options }), usage);
const { key: keys, help } = values;
if (help) console.log(usage);
if (help) process.exit(0);
if (files.length < 1 || keys === "") fail(`give a receipt, a dossier or a check\n\n${usage}`);

const sha256 = (bytes, encoding) => createHash("sha256").update(bytes).digest(encoding);
const fingerprintOf = (key) => `SHA256:${sha256(Buffer.from(key, "base64url"), "base64url")}`;
const read = (file) => orFail(() => readFileSync(file), `${file} can't be read`);
const json = (bytes, what) =>
  orFail(() => JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes)), `${what} is not JSON`);

/** RFC 8785: no spaces, names sorted by UTF-16 units. */
function canonical(value) {
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  const fields = Object.keys(value).sort();
  return `{${fields.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join(",")}}`;
}

/** RFC 6901. */
function at(value, pointer) {
  const [, ...names] = pointer.split("/").map((name) => name.replaceAll("~1", "/").replaceAll("~0", "~"));
  return names.reduce((inside, name) => (Object.hasOwn(Object(inside), name) ? inside[name] : undefined), value);
}

const [bytes, ...others] = files.map(read);
const given = json(bytes, "the record");
// Any other spelling is refused: a name given twice would show two readers two records under one signature.
const plain = [JSON.stringify(given), JSON.stringify(given, null, 2)];
if (!plain.includes(bytes.toString().replaceAll("\r\n", "\n").replace(/\n$/, "")))
  fail("the record is not in its plain form");
const listed = keys && !keys.startsWith("SHA256:") ? [json(read(keys), "the file of keys")?.keys ?? []].flat() : [];
const wanted = keys && [keys, ...listed.map((each) => fingerprintOf(String(each?.public_key)))];
const delivered = new Map(others.map((each) => [sha256(each, "hex"), each]));
const kinds = { "hiraku-dossier/1": checkDossier, "hiraku-check/1": checkDraftCheck };
const whole = Object.hasOwn(kinds, String(given?.format)) ? [kinds[given.format](given)] : [];
const inside = () => given.receipts ?? given.passages.flatMap(({ receipt }) => receipt ?? []);
const receipts = whole.length > 0 ? inside() : [given].flat();
if (receipts.some((each) => each?.format !== "hiraku-receipt/1") || (receipts.length === 0 && whole.length === 0))
  fail("this is no hiraku-receipt/1, hiraku-dossier/1 or hiraku-check/1");
const sources = [...receipts.map((one) => one.delivered), ...(given.figures ?? []).map(({ fact }) => fact)];
const unknown = others.findIndex((each) => !sources.some((one) => one?.sha256 === sha256(each, "hex")));
if (unknown >= 0) fail(`${files[unknown + 1]} is not the file that was delivered`);
console.log(seen([...whole, ...receipts.map(checkReceipt)].join("\n\n")));

/** Says who signed a record that is as it was signed. */
function signerOf({ signature, ...signed }, which) {
  const isGenuine = () => {
    const { public_key: x, algorithm } = signed.signer;
    const bits = Buffer.from(signature, "base64url");
    if (algorithm !== "Ed25519" || bits.toString("base64url") !== signature) return false;
    const publicKey = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" });
    return verify(null, Buffer.from(canonical(signed)), publicKey, bits);
  };
  const why = `${which}the signature does not fit: the record was changed after it was signed`;
  if (!orFail(isGenuine, why)) fail(why);
  const print = fingerprintOf(signed.signer.public_key);
  if (wanted && !wanted.includes(print)) fail(`${which}signed by another key: ${print}`);
  return wanted ? `signed by the key that was given (${print})` : "signer not checked (give --key for that)";
}

function checkReceipt({ document, section, page, source, quote, delivered: from, offsets, ...rest }, index) {
  const which = receipts.length === 1 ? "" : `receipt ${index + 1} of ${receipts.length}: `;
  const signer = signerOf(receipts[index], which);
  const body = delivered.get(from.sha256);
  const text = body && at(json(body, "the delivered file"), from.text);
  if (body && (typeof text !== "string" || [...text].slice(offsets.start, offsets.end).join("") !== quote))
    fail(`${which}the delivered file holds other words at this place`);
  const place = `the delivered file holds these words at characters ${Number(offsets.start)} to ${Number(offsets.end)}`;
  const compared = body ? place : "the words were not compared (give the delivered file for that)";
  const where = [document.issuer_name, document.title, section?.title, page && `p. ${page}`].filter(Boolean).join(", ");
  const times = `${document.document_id}, delivered ${from.at}, signed ${rest.issued_at}`;
  const origin = [source.attribution, source.url].filter(Boolean).join(" ");
  return `OK: ${which}intact, ${signer}; ${compared}.\n\n${marked(quote, "", where, times, origin)}`;
}

function checkDossier(record) {
  const signer = signerOf(record, "dossier: ");
  const { question, passages, figures = [], purchases, total, issued_at, failure, wording } = record;
  const proven = passages.filter(({ receipt }) => receipt !== null);
  if (proven.some(({ receipt, text, sha256: hash }) => receipt.quote !== text || receipt.delivered.sha256 !== hash))
    fail("dossier: a passage is not that of its receipt");
  if (figures.some(({ passage, fact }) => (passage === null ? !fact?.sha256 : !passages[passage])))
    fail("dossier: a figure has neither its passage nor its package");
  const charged = purchases.reduce((sum, { credits }) => sum + Number(credits), 0);
  if (charged !== total.charged || charged + total.unknown > total.budget)
    fail("dossier: the purchases don't add up to the total, or pass the budget");
  const packages = [...new Set(figures.flatMap(({ fact }) => fact?.sha256 ?? []))];
  const same = packages.filter((hash) => delivered.has(hash)).length;
  const held = `${proven.length} of ${passages.length} passages have receipts${packages.length ? `; figures are of ${packages.length} XBRL packages, ${same} of them given and the same` : ""}; ${charged} of at most ${Number(total.budget)} credits${failure ? "; the answer failed" : ""}${wording ? "; its sentences are a model's words and are not verified" : ""}`;
  return `OK: dossier intact, ${signer}; ${held}.\n\n${marked(question, "", `${failure ? `failed: ${failure.code}, ${failure.id}; ` : ""}signed ${issued_at}`)}`;
}

function checkDraftCheck(record) {
  const signer = signerOf(record, "check: ");
  const { title, claims, counts, not_checked: open, looked_in: texts, purchases, total, receipts: all } = record;
  for (const { receipt, words, place } of claims.filter((claim) => claim.receipt !== null))
    if (all[receipt]?.quote !== words || all[receipt].document.document_id !== place?.document_id)
      fail("check: a passage is not that of its receipt");
  const groups = { agrees: 0, undecided: 0, differs: 0 };
  for (const { verdict } of claims) groups[groupOf(verdict)] += 1;
  const unlike = Object.keys(groups).some((group) => groups[group] !== counts[group]);
  const left = claims.filter(({ verdict }) => verdict === "not_checked").map(({ id }) => id);
  if (unlike || canonical(left) !== canonical(open)) fail("check: its counts are not those of its verdicts");
  const charged = purchases.reduce((sum, { credits }) => sum + Number(credits), 0);
  if (charged !== total.charged) fail("check: the purchases don't add up to the total");
  const held = `${claims.length} statements: ${groups.agrees} agree, ${groups.undecided} undecided (${left.length} not checked), ${groups.differs} differ; ${all.length} receipts; ${texts.length} documents looked through, which cost ${charged} credits`;
  const lines = claims.map(({ verdict, because, text: said, place, filed }) =>
    [verdict, because && `(${because})`, said, filed && `filed: ${filed}`, place?.document_id, place?.title]
      .concat(place?.page && `p. ${place.page}`)
      .filter(Boolean)
      .join(" · "),
  );
  return `OK: check intact, ${signer}; ${held}.\n\n${marked(title, `signed ${record.issued_at}`, "", ...lines)}`;
}

function groupOf(verdict) {
  if (verdict === "found" || verdict === "rounded") return "agrees";
  return verdict === "not_in_it" || verdict === "not_checked" ? "undecided" : "differs";
}
