import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type DocumentSummary } from "../contract/resources.ts";
import { readTolerantly } from "../contract/tolerant.ts";
import { type FakeUpstream, json, startFakeUpstream } from "../testing/fake-upstream.ts";
import { findChanges, findChangesOfCover } from "./changes.ts";

let fake: FakeUpstream;
let keys = 0;
let remaining = 600;
const upstream = () => ({ ...fake.as("hk_x"), keyId: `changes-${++keys}` });

const record = (id: string, year: number, more: Record<string, unknown> = {}) => ({
  document_id: id,
  content_status: "ready",
  document_type: "annual_securities_report",
  security_code: "9A01",
  timeline_at: `${year}-06-20T15:00:00+09:00`,
  period_end: `${year}-03-31`,
  fiscal_period: `${year - 1}FY`,
  ...more,
});
const filed = [
  record("A-2026", 2026),
  record("A-2025-fixed", 2025, { amends_document_id: "A-2025" }),
  record("A-2025-pending", 2025, { content_status: "pending_release", period_end: "2025-03-30" }),
  record("A-2025", 2025),
  record("A-2024", 2024),
  record("B-2024", 2024, { security_code: "9A02" }),
];
const tags: Record<string, string> = {
  "A-2026": "1-k.bbbbbbbbbbbbbbbbbbbbbb",
  "A-2025": "1-k.aaaaaaaaaaaaaaaaaaaaaa",
  "A-2025-fixed": "1-k.aaaaaaaaaaaaaaaaaaaaaa",
};

function summary(id: string): DocumentSummary {
  const read = readTolerantly(
    "getDocument",
    filed.find((each) => each.document_id === id),
  );
  if ("unreadable" in read) throw new Error(read.unreadable);
  return read.value;
}

beforeAll(async () => {
  fake = await startFakeUpstream(({ url: path = "" }, response) => {
    const headers = { "x-ratelimit-limit": "600", "x-ratelimit-remaining": String(remaining) };
    const id = /documents\/([\w-]+)/.exec(path)?.[1] ?? "";
    const toc = [{ section_id: `${id}-1`, title: "１【事業等のリスク】", level: 1, content_tag: tags[id] ?? null }];
    if (path.includes("/toc")) return json(response, 200, { toc, content_tiers: [] }, headers);
    const one = filed.find((each) => each.document_id === id);
    if (one !== undefined) return json(response, 200, one, headers);
    if (id !== "") return json(response, 404, { status: 404, title: "Not found", code: "not_found" }, headers);
    return json(response, 200, { documents: filed, next_cursor: null }, headers);
  });
});
afterAll(() => fake[Symbol.asyncDispose]());
beforeEach(() => {
  fake.asked.length = 0;
  remaining = 600;
});

test("a report is compared with the one of the year before, and tables of contents are asked for once", async () => {
  const owner = upstream();
  const found = await findChanges(owner, summary("A-2026"));
  expect(found).toMatchObject({ against: { document_id: "A-2025" }, map: { counts: { changed: 1 } } });
  expect(fake.asked).toHaveLength(3);
  await findChanges(owner, summary("A-2026"));
  expect(fake.asked).toHaveLength(4);
});

test("a correction is compared with what it corrects", async () => {
  const found = await findChanges(upstream(), summary("A-2025-fixed"));
  expect(found).toMatchObject({ against: { document_id: "A-2025" }, map: { counts: { same: 1 } } });
});

test("a report is compared with the one that the reader chose, of the same issuer and filed before alone", async () => {
  const against = async (chosen: string) => {
    const found = await findChanges(upstream(), summary("A-2026"), "asked", chosen);
    return typeof found === "string" ? found : found.against.document_id;
  };
  expect(await against("A-2024")).toBe("A-2024");
  expect(await against("A-2026")).toBe("A-2025");
  expect(await against("B-2024")).toBe("A-2025");
  expect(await against("A-1999"), "one that is not there").toBe("A-2025");
});

test("without tags nothing is called the same", async () => {
  const found = await findChanges(upstream(), summary("A-2025"));
  expect(found).toMatchObject({ against: { document_id: "A-2024" }, map: { counts: { unknown: 1, same: 0 } } });
});

test("the first report has nothing to be compared with", async () => {
  expect(await findChanges(upstream(), summary("A-2024"))).toBe("none");
});

test("a key that has used half of its rate is not used further", async () => {
  const owner = upstream();
  remaining = 300;
  expect(await findChanges(owner, summary("A-2026"))).toBe("spared");
  const asked = fake.asked.length;
  expect(asked).toBe(1);
  expect(await findChanges(owner, summary("A-2026"))).toBe("spared");
  expect(fake.asked).toHaveLength(asked);
});

test("a service that does not answer is told as such", async () => {
  const answer = fake.answer;
  fake.answer = (_, response) => response.writeHead(500).end();
  expect(await findChanges(upstream(), summary("A-2026"))).toBe("failed");
  fake.answer = answer;
});

test("covers with the same contents share what was matched, and one with others is matched anew", async () => {
  const shared = upstream();
  const coverOf = (tag: string) => {
    const toc = [{ section_id: "A-2026-1", title: "１【事業等のリスク】", level: 1, content_tag: tag }];
    const read = readTolerantly("getToc", { toc, content_tiers: [] });
    if ("unreadable" in read) throw new Error(read.unreadable);
    return { document: summary("A-2026"), toc: read };
  };
  const mapOf = async (tag: string) => {
    const found = await findChangesOfCover(shared, coverOf(tag));
    return typeof found === "string" ? found : found.map;
  };
  const first = await mapOf("1-k.bbbbbbbbbbbbbbbbbbbbbb");
  expect(first).toMatchObject({ counts: { changed: 1 } });
  expect(await mapOf("1-k.bbbbbbbbbbbbbbbbbbbbbb")).toBe(first);
  expect(await mapOf("1-k.aaaaaaaaaaaaaaaaaaaaaa")).toMatchObject({ counts: { changed: 0, same: 1 } });
});
