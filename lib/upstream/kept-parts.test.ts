import { beforeEach, describe, expect, it } from "vitest";
import { DocumentId } from "../contract/ids.ts";
import { DocumentSummary } from "../contract/resources.ts";
import { keptPart } from "./kept-parts.ts";

const record = DocumentSummary.parse({
  ...{ document_id: "S1", document_family: "edinet_filing", document_type: "annual_securities_report", title: "t" },
  ...{ security_code: "9999", issuer_name: "i", issuer_name_en: null, timeline_at: null, period_start: null },
  ...{ period_end: null, fiscal_period: null, content_status: "ready", image_available: true, page_count: 1 },
  ...{ character_count: 10, language: "ja", amends_document_id: null, amended_by_document_id: null },
  ...{ superseded_by_document_id: null, source_url: null, source_attribution: null, missing_parts: [] },
});
const documentId = DocumentId.parse("S1");

let keys = 0;
let keyId = "";
let asked = 0;
beforeEach(() => {
  keyId = `key_${++keys}`;
  asked = 0;
});

interface Asking {
  readonly found?: DocumentSummary | undefined;
  readonly name?: string;
  readonly key?: string;
}

async function askAt(nowMs: number, { found = record, name = "toc", key = keyId }: Asking = {}): Promise<number> {
  const upstream = { baseUrl: "http://service", key: "k", keyId: key };
  const ask = () => Promise.resolve(++asked);
  return keptPart(upstream, { documentId, name, record: Promise.resolve(found), ask }, nowMs);
}

describe("a part of a document", () => {
  it("is kept for half a minute from the second time on, by name and key", async () => {
    expect([await askAt(-1), await askAt(0), await askAt(1), await askAt(29_999)]).toEqual([1, 2, 2, 2]);
    expect(await askAt(29_999, { name: "pages" })).toBe(3);
    expect(await askAt(29_999, { key: `${keyId} other` })).toBe(4);
    expect([await askAt(30_000), await askAt(30_001)]).toEqual([5, 5]);
  });

  it("from before a change is not kept under the record that tells the change", async () => {
    const upstream = { baseUrl: "http://service", key: "k", keyId };
    const changed = { ...record, character_count: 11 };
    await askAt(0);
    await askAt(1);
    const part = { documentId, name: "toc", ask: () => Promise.resolve("before the change") };
    expect(await keptPart(upstream, { ...part, record: Promise.resolve(changed) }, 2)).toBe("before the change");
    const after = { ...part, ask: () => Promise.resolve("after it"), record: Promise.resolve(changed) };
    expect(await keptPart(upstream, after, 3)).toBe("after it");
  });

  it.each([
    ["an amendment", { amended_by_document_id: DocumentId.parse("S2") }],
    ["another length", { character_count: 11 }],
    ["a withdrawal", { content_status: "withdrawn" }],
    ["a missing part", { missing_parts: ["notes"] }],
  ])("is asked for again with %s", async (_what, change) => {
    expect([await askAt(0), await askAt(1), await askAt(2)]).toEqual([1, 2, 2]);
    expect(await askAt(3, { found: { ...record, ...change } })).toBe(3);
  });

  it("is asked for each time where the document is not ready", async () => {
    const found = { ...record, content_status: "pending_release" };
    expect([await askAt(0, { found }), await askAt(1, { found })]).toEqual([1, 2]);
  });

  it("is not kept where the record is not known, nor after a clock that was set back", async () => {
    const upstream = { baseUrl: "http://service", key: "k", keyId };
    const part = { documentId, name: "toc", record: Promise.resolve(undefined), ask: () => Promise.resolve(++asked) };
    expect([await keptPart(upstream, part, 0), await keptPart(upstream, part, 1)]).toEqual([1, 2]);
    expect([await askAt(5_000), await askAt(5_001), await askAt(4_999)]).toEqual([3, 4, 5]);
  });

  it("fails as its call does, and is not kept then", async () => {
    const upstream = { baseUrl: "http://service", key: "k", keyId };
    const ask = () => Promise.reject(new Error("no answer"));
    const part = { documentId, name: "toc", record: Promise.resolve(record), ask };
    await expect(keptPart(upstream, part, 0)).rejects.toThrow("no answer");
    expect(await askAt(1)).toBe(1);
  });
});
