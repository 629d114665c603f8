import { createHash } from "node:crypto";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, test } from "vitest";
import type { Json } from "../../evidence/receipts/canonical-json.ts";
import { loadSigningKeys, publicKeys, signRecord } from "../../evidence/receipts/signing-keys.ts";
import { sampleReceipts } from "../../evidence/receipts/testing/sample-receipts.ts";
import { verifyOffline } from "../../evidence/receipts/testing/verify-offline.ts";
import { ProblemError } from "../../upstream/problem-error.ts";
import { Dossier, intentsOf, makeDossier } from "./dossier.ts";
import { recheckDossier } from "./recheck.ts";
import { redacted } from "./shared-view.ts";
import { sampleRun } from "./testing/sample-answer.ts";

const folder = mkdtempSync(path.join(tmpdir(), "hiraku-dossier-"));
const keys = loadSigningKeys(folder);
const none = { amended_by_document_id: null, superseded_by_document_id: null };
const receipts = sampleReceipts(keys, sampleRun.passages);
const amendments = ["D1", "D2"].map((document_id) => ({
  document_id,
  ...none,
  checked_at: "2026-11-22T01:02:00.000Z",
}));
const unsigned = makeDossier(sampleRun, {
  service: "http://127.0.0.1:8787",
  issuedAt: "2026-11-22T01:02:00.000Z",
  amendments,
  receipts: new Map(Object.entries(receipts)),
  requestIds: new Map(intentsOf(sampleRun).map((id) => [id, "request-1"])),
});
const dossier = signRecord(unsigned, keys);

const packageBytes = "bytes of a package";
const ofPackage = sampleRun.figures.map(({ score: _, ...figure }) => ({
  ...{ ...figure, passage: null, section_id: null },
  fact: {
    ...{ element: "jppfs_cor:NetSales", label_en: "Net sales", start: "2024-04-01", end: "2025-03-31" },
    ...{ basis: "consolidated" as const, exact: "12345000000", document_title: null, heading: null },
    ...{ original_id: "zip", sha256: createHash("sha256").update(packageBytes).digest("hex") },
  },
}));

const file = (name: string, content: string | Uint8Array): string => {
  const at = path.join(folder, name);
  writeFileSync(at, content);
  return at;
};
const text = `${JSON.stringify(dossier, null, 2)}\n`;
const known = file("keys.json", JSON.stringify({ keys: publicKeys(keys) }));

describe("a dossier", () => {
  test("holds every charge with its row of the ledger, and a receipt for every passage", () => {
    expect(Dossier.parse(dossier)).toEqual(dossier);
    expect(dossier.purchases).toEqual([
      expect.objectContaining({
        intent_id: "intent-1",
        credits: 2,
        request_id: "request-1",
        document_id: "D1",
        sections: ["s2"],
      }),
    ]);
    expect(dossier.total).toEqual({ budget: 3, charged: 2, unknown: 0 });
    expect(dossier.passages.map(({ receipt }) => receipt?.quote)).toEqual(sampleRun.passages.map((each) => each.text));
  });

  test("counts what was charged without a step, and what may have been", () => {
    const line = { state: "unknown", credits: null, credits_max: 1, at: "2026-11-22T10:01:00+09:00" } as const;
    const more = makeDossier(
      {
        ...sampleRun,
        other_ledger: [
          { ...line, intent_id: "intent-2" },
          { ...line, intent_id: "i3", state: "failed" },
        ],
      },
      { service: "s", issuedAt: "", amendments: [], receipts: new Map(), requestIds: new Map() },
    );
    expect(more.total).toEqual({ budget: 3, charged: 2, unknown: 1 });
    expect(more.purchases.map(({ step_id }) => step_id)).toEqual(["step-2", null, null]);
  });

  test("takes no receipt that is for other words", () => {
    const swapped = makeDossier(sampleRun, {
      service: "s",
      issuedAt: "",
      amendments,
      receipts: new Map(
        Object.entries(receipts).map(([id, each]) => [id === "receipt-1" ? "receipt-2" : "receipt-1", each]),
      ),
      requestIds: new Map(),
    });
    expect(swapped.passages.map(({ receipt }) => receipt)).toEqual([null, null]);
  });

  test("is verified offline, with its receipts, by the single file", async () => {
    const { code, said } = await verifyOffline(file("dossier.json", text), "--key", known);
    expect(said).toContain("OK: dossier intact, signed by the key that was given");
    expect(said).toContain("2 of 2 passages have receipts; 2 of at most 3 credits");
    expect(said).toContain(sampleRun.plan.question);
    expect(said.match(/OK: receipt \d of 2: intact, signed by the key that was given/g)).toHaveLength(2);
    expect(code).toBe(0);
    expect((await verifyOffline(file("dossier.json", text))).said).toContain("signer not checked");
  });

  test("names the package of a figure that was read from one, which is compared by its hash", async () => {
    const zip = file("package.zip", packageBytes);
    const of = (figures: typeof unsigned.figures) => signRecord({ ...unsigned, figures }, keys);
    const signed = of(ofPackage);
    expect(Dossier.parse(signed)).toEqual(signed);
    const whole = await verifyOffline(file("facts.json", JSON.stringify(signed)), zip, "--key", known);
    expect(whole.said).toContain("figures are of 1 XBRL packages, 1 of them given and the same");
    expect(whole.code).toBe(0);
    expect((await verifyOffline(file("facts.json", JSON.stringify(signed)), file("other.zip", "others"))).code).toBe(1);
    for (const passage of [null, 7]) {
      const broken = of(unsigned.figures.map((each) => ({ ...each, passage })));
      expect((await verifyOffline(file("broken.json", JSON.stringify(broken)))).code).toBe(1);
    }
  });

  test("says that its sentences are not verified, and that the answer failed where it did", async () => {
    expect((await verifyOffline(file("dossier.json", text))).said).toContain(
      "its sentences are a model's words and are not verified",
    );
    const { wording: _wording, ...plain } = sampleRun;
    const failed = makeDossier(
      { ...plain, state: "failed", stopped_because: "failed", failure: { id: "err_7", code: "app_error" } },
      { service: "s", issuedAt: "", amendments: [], receipts: new Map(), requestIds: new Map() },
    );
    expect(Dossier.parse(signRecord(failed, keys)).failure).toEqual({ id: "err_7", code: "app_error" });
    const { said } = await verifyOffline(file("failed.json", JSON.stringify(signRecord(failed, keys))));
    expect(said).toContain("the answer failed");
    expect(said).toContain("failed: app_error, err_7");
    expect(said).not.toContain("not verified");
  });

  test("fails where any byte is flipped", async () => {
    const bytes = new TextEncoder().encode(text);
    const places = Array.from({ length: 40 }, (_, n) => Math.floor((n * (bytes.length - 2)) / 39));
    for (const at of places) {
      const changed = Uint8Array.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ (at % 2 === 0 ? 1 : 4);
      expect((await verifyOffline(file("flipped.json", changed))).code, `byte ${at}`).toBe(1);
    }
  }, 120_000);

  type Changed = typeof unsigned;
  test.each<[string, (record: Changed) => Changed]>([
    [
      "passage is not that of its receipt",
      (record) => ({
        ...record,
        passages: record.passages.map((each) => ({ ...each, text: `${each.text}。` })),
      }),
    ],
    [
      "passage is not that of its receipt",
      (record) => ({
        ...record,
        passages: record.passages.map((each) => ({ ...each, sha256: "c".repeat(64) })),
      }),
    ],
    ["don't add up", (record) => ({ ...record, total: { ...record.total, charged: 1 } })],
    ["pass the budget", (record) => ({ ...record, total: { ...record.total, unknown: 2 } })],
    [
      "receipt 1 of 2: the signature",
      (record) => ({
        ...record,
        passages: record.passages.map((each) => ({
          ...each,
          receipt: each.receipt && { ...each.receipt, page: 99 },
        })),
      }),
    ],
  ])("fails although it is signed where the %s", async (said, change) => {
    const wrong = await verifyOffline(file("wrong.json", JSON.stringify(signRecord(change(unsigned), keys))));
    expect(wrong).toMatchObject({ code: 1, said: expect.stringContaining(said) as string });
  });

  test("fails in one line where it is signed by another key, or is of no form at all", async () => {
    const stranger = loadSigningKeys(mkdtempSync(path.join(tmpdir(), "hiraku-dossier-")));
    const theirs = await verifyOffline(
      file("theirs.json", JSON.stringify(signRecord(unsigned, stranger))),
      "--key",
      known,
    );
    expect(theirs).toMatchObject({ code: 1, said: expect.stringMatching(/^FAILED: .*another key.*\n$/) as string });
    const odd: Record<string, Json> = { format: "hiraku-dossier/1", passages: 7 };
    for (const each of ['{"format":"hiraku-dossier/1"}', JSON.stringify(signRecord(odd, keys))]) {
      const { code, said } = await verifyOffline(file("odd.json", each));
      expect([code, said]).toEqual([1, expect.stringMatching(/^FAILED: [^\n]*\n$/)]);
    }
  });
});

describe("a shared dossier", () => {
  const kept = { dossier, file: text, recheck: null };
  const verdicts = (...all: string[]) => Promise.resolve(all.map((verdict) => ({ verdict })));

  test("shows another reader no words, no receipts and no rows of the ledger", async () => {
    const view = await redacted(kept, () => verdicts("not_owned", "not_found"));
    const said = JSON.stringify(view);
    for (const secret of ["12,345", "intent-1", "ledger-entry-secret", "request-1", "signature", "見込む"]) {
      expect(said).not.toContain(secret);
    }
    expect(view.passages.map(({ text: words, sha256, heading }) => [words, sha256, heading])).toEqual(
      sampleRun.passages.map((each) => [null, each.sha256, each.heading]),
    );
    expect(view).toMatchObject({ question: sampleRun.plan.question, figures_hidden: 1, sentences_hidden: 2 });
    expect(view.total).toEqual({ budget: 3, charged: 2, unknown: 0 });
    // Of a reader of another service nothing is known to be owned.
    expect((await redacted(kept, () => Promise.resolve([]))).passages.every(({ text: words }) => words === null)).toBe(
      true,
    );
  });

  test("shows the passages that the reader owns, with what stands on them", async () => {
    const one = await redacted(kept, () => verdicts("not_owned", "found"));
    expect(one.passages.map(({ text: words }) => words)).toEqual([null, sampleRun.passages[1]?.text]);
    expect(one.sentences.map(({ struck }) => struck)).toEqual([false]);
    expect(one.figures).toEqual([]);
    const both = await redacted(kept, () => verdicts("ambiguous", "changed"));
    expect(both).toMatchObject({ figures_hidden: 0, sentences_hidden: 0 });
    const packaged = { ...kept, dossier: { ...kept.dossier, figures: ofPackage } };
    const none = () => Promise.resolve([]);
    expect(await redacted(packaged, none)).toMatchObject({ figures: [], figures_hidden: 1 });
    const owned = new Set(ofPackage.map(({ fact }) => fact.sha256));
    expect(await redacted(packaged, none, owned)).toMatchObject({ figures: ofPackage, figures_hidden: 0 });
  });
});

describe("a re-check", () => {
  test("tells what was amended, superseded or withdrawn since, and what the service did not say", async () => {
    const before = ["same", "amended", "corrected", "outlived", "withdrawn", "gone", "silent"].map((document_id) => ({
      document_id,
      ...none,
      checked_at: null,
    }));
    const now = async (documentId: string) => {
      if (documentId === "gone") throw new ProblemError({ status: 404, code: "document_not_found", detail: "" });
      if (documentId === "silent") throw new Error("no answer");
      const later = { corrected: "corrected again", outlived: "next year" }[documentId] ?? null;
      return Promise.resolve({
        amended_by_document_id: documentId === "amended" ? "D9" : null,
        superseded_by_document_id: later,
        period_end: documentId === "next year" ? "2027-03-31" : "2026-03-31",
        content_status: documentId === "withdrawn" ? "withdrawn" : "ready",
      });
    };
    const { documents } = await recheckDossier(before, now, "2026-11-23T00:00:00.000Z");
    expect(
      documents.map((each) => [each.document_id, each.changed, each.answered, each.amended_by_document_id]),
    ).toEqual([
      ["same", false, true, null],
      ["amended", true, true, "D9"],
      ["corrected", true, true, null],
      ["outlived", false, true, null],
      ["withdrawn", true, true, null],
      ["gone", true, true, null],
      ["silent", false, false, null],
    ]);
  });
});
