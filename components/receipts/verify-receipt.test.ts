import { createHash } from "node:crypto";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { receiptFormat, type UnsignedReceipt } from "@/lib/evidence/receipts/receipt";
import { fingerprintOf, loadSigningKeys, signReceipt } from "@/lib/evidence/receipts/signing-keys";
import { verifyReceipt } from "./verify-receipt";

const keys = loadSigningKeys(mkdtempSync(path.join(tmpdir(), "hiraku-receipts-")));
const delivered = new TextEncoder().encode(JSON.stringify({ content: "𠮷野の売上高は増加した。" }));
const unsigned: UnsignedReceipt = {
  format: receiptFormat,
  quote: "売上高は増加した。",
  document: {
    document_id: "D1",
    title: "有価証券報告書",
    issuer_name: null,
    security_code: null,
    document_type: null,
    timeline_at: null,
    amended_by_document_id: null,
    superseded_by_document_id: null,
  },
  section: null,
  page: null,
  offsets: { start: 3, end: 12 },
  delivered: {
    sha256: createHash("sha256").update(delivered).digest("hex"),
    byte_size: delivered.length,
    text: "/content",
    at: "2026-06-25T15:00:00+09:00",
  },
  source: { service: "http://127.0.0.1:8787", url: null, attribution: null },
  ledger: null,
  issued_at: "2026-06-25T07:00:00.000Z",
};
const receipt = signReceipt(unsigned, keys);
const text = JSON.stringify(receipt, null, 2);

test("an intact receipt tells its signer, and its words are compared with the delivered file", async () => {
  expect(await verifyReceipt(`${text}\n`)).toMatchObject({
    state: "intact",
    fingerprint: fingerprintOf(receipt.signer.public_key),
    delivered: "not_given",
    receipt: { quote: unsigned.quote, start: 3, end: 12 },
  });
  expect(await verifyReceipt(text, delivered.buffer)).toMatchObject({ delivered: "same_words" });
  expect(await verifyReceipt(text, new TextEncoder().encode("{}").buffer)).toMatchObject({ delivered: "other_file" });
  const moved = JSON.stringify(signReceipt({ ...unsigned, offsets: { start: 2, end: 11 } }, keys));
  expect(await verifyReceipt(moved, delivered.buffer)).toMatchObject({ state: "intact", delivered: "other_words" });
});

test("no flipped bit passes, and neither does another spelling", async () => {
  const bytes = new TextEncoder().encode(text);
  for (let at = 0; at < bytes.length; at++) {
    const changed = Uint8Array.from(bytes);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect((await verifyReceipt(new TextDecoder().decode(changed))).state, `byte ${at}`).not.toBe("intact");
  }
  const twice = text.replace('"quote":', '"quote": "売上高は減少した。",\n  "quote":');
  for (const other of [
    twice,
    text.replace("\n", " "),
    "",
    "null",
    "[]",
    "{}",
    JSON.stringify({ ...receipt, signature: 1 }),
  ]) {
    expect((await verifyReceipt(other)).state, other.slice(0, 40)).not.toBe("intact");
  }
});
