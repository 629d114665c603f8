import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { SecurityCode } from "../contract/ids.ts";
import { type FakeUpstream, json, problem, startFakeUpstream } from "../testing/fake-upstream.ts";
import { followingDocuments, pagesAtOnce } from "./following-documents.ts";

let fake: FakeUpstream;
beforeAll(async () => {
  fake = await startFakeUpstream((_, response) => json(response, 200, {}));
});
afterAll(() => fake[Symbol.asyncDispose]());
beforeEach(() => {
  fake.asked.length = 0;
});

const cursorOf = (url: string | undefined) => new URL(url ?? "", "http://fake").searchParams.get("cursor");
const listed = (id: string) => ({ document_id: id, content_status: "ready", image_available: false });
const signal = new AbortController().signal;
const input = { security_codes: [SecurityCode.parse("7203")], limit: 100, cursor: "c0" };

/** The answer to cursor cN holds document dN and leads to cN+1, up to the last one. */
function answerUpTo(last: number): void {
  fake.answer = ({ url }, response) => {
    const at = Number(cursorOf(url)?.slice(1));
    json(response, 200, { documents: [listed(`d${at}`)], next_cursor: at < last ? `c${at + 1}` : null });
  };
}

describe("the documents that follow in a list", () => {
  it("are loaded page by page, up to the list's end", async () => {
    answerUpTo(2);
    const pages = await followingDocuments(fake.as("hk_end"), input, signal);
    expect(pages.map((page) => [page.documents[0]?.document_id, page.next_cursor])).toEqual([
      ["d0", "c1"],
      ["d1", "c2"],
      ["d2", null],
    ]);
    expect(fake.asked.map(({ url }) => cursorOf(url))).toEqual(["c0", "c1", "c2"]);
  });

  it("are at most so many that a press doesn't use up the key's requests", async () => {
    answerUpTo(1_000);
    const pages = await followingDocuments(fake.as("hk_many"), input, signal);
    expect(pages).toHaveLength(pagesAtOnce);
    expect(pages.at(-1)?.next_cursor).toBe(`c${pagesAtOnce}`);
  });

  it("are answered as far as they came where the service refuses on the way", async () => {
    answerUpTo(1_000);
    const answer = fake.answer;
    fake.answer = (asked, response) =>
      cursorOf(asked.url) === "c3" ? problem(response, 400, "invalid_cursor") : answer(asked, response);
    const pages = await followingDocuments(fake.as("hk_refused"), input, signal);
    expect(pages.map((page) => page.next_cursor)).toEqual(["c1", "c2", "c3"]);
    await expect(followingDocuments(fake.as("hk_at_once"), { ...input, cursor: "c3" }, signal)).rejects.toMatchObject({
      problem: { code: "invalid_cursor" },
    });
  });
});
