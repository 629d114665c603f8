import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { fingerprintOf, loadSigningKeys, signRecord } from "@/lib/evidence/receipts/signing-keys";
import { makeDossier, type UnsignedDossier } from "@/lib/features/ask/dossier";
import { sampleRun } from "@/lib/features/ask/testing/sample-answer";
import { sampleReceipts } from "@/lib/evidence/receipts/testing/sample-receipts";
import { verifyRecord } from "./verify-dossier";

const keys = loadSigningKeys(mkdtempSync(path.join(tmpdir(), "hiraku-dossier-")));
const receipts = sampleReceipts(keys, sampleRun.passages);
const unsigned = makeDossier(sampleRun, {
  service: "s",
  issuedAt: "2026-11-22T01:02:00.000Z",
  amendments: [],
  receipts: new Map(Object.entries(receipts)),
  requestIds: new Map(),
});
const signed = (record: UnsignedDossier) => JSON.stringify(signRecord(record, keys), null, 2);

test("a dossier is checked with every receipt inside", async () => {
  expect(await verifyRecord(`${signed(unsigned)}\n`)).toMatchObject({
    state: "dossier",
    question: sampleRun.plan.question,
    passages: 2,
    receipts: 2,
    charged: 2,
    budget: 3,
    fingerprints: [fingerprintOf(receipts["receipt-1"]?.signer.public_key ?? "")],
  });
});

test("no flipped bit of it passes", async () => {
  const bytes = new TextEncoder().encode(signed(unsigned));
  for (let at = 0; at < bytes.length; at += 7) {
    const changed = Uint8Array.from(bytes);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect((await verifyRecord(new TextDecoder().decode(changed))).state, `byte ${at}`).not.toMatch(
      /^dossier$|^intact$/,
    );
  }
});

test("one that was signed with a wrong receipt, passage or total is told as broken", async () => {
  const { passages } = unsigned;
  const changed = passages.map((each) => ({ ...each, receipt: each.receipt && { ...each.receipt, page: 9 } }));
  for (const [why, record] of [
    ["receipt", { ...unsigned, passages: changed }],
    ["passage", { ...unsigned, passages: passages.map((each) => ({ ...each, text: "別の文。" })) }],
    ["total", { ...unsigned, total: { budget: 3, charged: 3, unknown: 0 } }],
    ["total", { ...unsigned, total: { budget: 1, charged: 2, unknown: 0 } }],
  ] as const) {
    expect(await verifyRecord(signed(record))).toEqual({ state: "dossier_broken", why });
  }
});
