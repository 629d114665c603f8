import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { loadSigningKeys, signRecord } from "@/lib/evidence/receipts/signing-keys";
import { sampleReceipts } from "@/lib/evidence/receipts/testing/sample-receipts";
import { verifyOffline } from "@/lib/evidence/receipts/testing/verify-offline";
import type { CheckedDraft } from "@/lib/features/check/check-draft";
import { makeCheckProof, type UnsignedCheckProof } from "@/lib/features/check/proof";
import { verifyRecord } from "./verify-dossier";

const folder = mkdtempSync(path.join(tmpdir(), "hiraku-check-"));
const keys = loadSigningKeys(folder);
const [receipt] = Object.values(
  sampleReceipts(keys, [
    {
      ...{
        document_id: "D1",
        document_title: "有価証券報告書",
        issuer_name: "三月鑿岩",
        section_id: "s1",
        heading: "経営",
      },
      ...{
        page: 3,
        text: "当社の売上高は増加しました。",
        offsets: { start: 0, end: 14 },
        receipt_id: "r",
        sha256: "a".repeat(64),
      },
    },
  ]),
);
if (receipt === undefined) throw new Error("no receipt");
const claim: CheckedDraft["claims"][number] = {
  ...{ id: "c1", block_id: "b1", start: 0, end: 3, cell: null, kind: "figure", text: "123", issuer: "7001" },
  ...{ item: "売上高", period: "2026-03", scope: null, forecast: false, verdict: "found", because: null, filed: null },
  place: { document_id: receipt.document.document_id, section_id: "s1", title: "経営", page: 3 },
  words: receipt.quote,
};
const open = { ...claim, id: "c2", verdict: "not_checked", because: "no_period", place: null, words: null } as const;
const unsigned = makeCheckProof(
  { kind: "text", blocks: [{ id: "b1", kind: "paragraph", text: "123、456" }] },
  { issuers: [], claims: [claim, open], counts: { agrees: 1, undecided: 1, differs: 0 }, looked_in: [], plan: null },
  {
    ...{ checkId: "k1", title: "覚書", service: "s", issuedAt: "2026-11-22T01:02:00.000Z" },
    lookedIn: [{ document_id: "D1", title: null, delivered: [receipt.delivered.sha256] }],
    purchases: [{ entry: "i1", document_id: "D1", at: "2026-11-22T10:01:00+09:00", request_id: null, credits: 2 }],
    receipts: new Map([["c1", receipt]]),
  },
);
const signed = (record: UnsignedCheckProof) => JSON.stringify(signRecord(record, keys), null, 2);

async function saysOffline(bytes: string | Uint8Array): Promise<string> {
  const file = path.join(folder, "hiraku-check.json");
  writeFileSync(file, bytes);
  return (await verifyOffline(file)).said;
}

test("a check of a draft is looked at with its receipts, counts and total, offline and in the browser", async () => {
  expect(await verifyRecord(signed(unsigned))).toMatchObject({
    ...{ state: "check", title: "覚書", counts: { agrees: 1, undecided: 1, differs: 0 }, receipts: 1, charged: 2 },
  });
  const said = await saysOffline(`${signed(unsigned)}\n`);
  expect(said).toContain("2 statements: 1 agree, 1 undecided (1 not checked), 0 differ; 1 receipts");
  expect(said).toContain("which cost 2 credits");
});

test("no changed byte of it passes", { timeout: 60_000 }, async () => {
  const bytes = new TextEncoder().encode(signed(unsigned));
  for (let at = 0; at < bytes.length; at++) {
    const changed = Uint8Array.from(bytes);
    changed[at] = (changed[at] ?? 0) ^ 1;
    const { state } = await verifyRecord(new TextDecoder().decode(changed));
    expect(state, `byte ${at}`).not.toMatch(/^check$|^intact$/);
    if (at % 400 === 0) expect(await saysOffline(changed), `byte ${at}`).toContain("FAILED");
  }
});

test("one that was signed with a wrong receipt, passage, count or total is told as broken", async () => {
  const [first, ...others] = unsigned.claims;
  if (first === undefined) throw new Error("no claim");
  const broken: readonly (readonly [why: string, record: UnsignedCheckProof])[] = [
    ["receipt", { ...unsigned, receipts: [{ ...receipt, page: 9 }] }],
    ["passage", { ...unsigned, claims: [{ ...first, words: "別の文。" }, ...others] }],
    ["passage", { ...unsigned, claims: [{ ...first, receipt: 1 }, ...others] }],
    ["counts", { ...unsigned, counts: { agrees: 2, undecided: 0, differs: 0 } }],
    ["counts", { ...unsigned, not_checked: [] }],
    ["total", { ...unsigned, total: { charged: 1 } }],
  ];
  for (const [why, record] of broken) {
    expect(await verifyRecord(signed(record))).toEqual({ state: "check_broken", why });
    expect(await saysOffline(signed(record))).toContain("FAILED");
  }
});
