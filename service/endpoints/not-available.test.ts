import { expect, test } from "vitest";
import type { DocumentId, OriginalId } from "../../lib/contract/ids.ts";
import { releaseAtMs } from "../testing/fixture.ts";
import { createHarness, type Harness } from "../testing/harness.ts";

/** The 409 of everything that a document may have but not deliver. */
const ways = {
  content: ({ client }: Harness, document_id: DocumentId) => client.call("getContent", { document_id }),
  "chosen sections": ({ client }: Harness, document_id: DocumentId) =>
    client.call("getContent", { document_id, sections: ["a"] }),
  "the table of contents": ({ client }: Harness, document_id: DocumentId) => client.call("getToc", { document_id }),
  "an original": ({ client }: Harness, document_id: DocumentId) =>
    client.call("getOriginal", { document_id, original_id: "pdf" as OriginalId }),
};
const names = Object.keys(ways) as (keyof typeof ways)[];

const id = (text: string) => text as DocumentId;

test.each(names)("%s that is pending says when to ask again, by the known release", async (name) => {
  const harness = await createHarness();
  const seconds = (releaseAtMs - harness.clock.nowMs) / 1000;
  const answer = await ways[name](harness, id("PENDING"));
  expect(answer.json).toMatchObject({
    code: "content_not_available",
    document_id: "PENDING",
    content_status: "pending_release",
    retry_after_seconds: seconds,
  });
  expect(answer.headers.get("retry-after")).toBe(String(seconds));
});

test.each(names)("%s whose release is overdue may be requested again at once", async (name) => {
  const harness = await createHarness();
  harness.clock.nowMs = releaseAtMs + 5_500;
  const answer = await ways[name](harness, id("PENDING"));
  expect(answer.json).toMatchObject({ retry_after_seconds: 1 });
  expect(answer.headers.get("retry-after")).toBe("1");
});

test.each(names)("%s whose release time is unknown may be requested again in an hour", async (name) => {
  const answer = await ways[name](await createHarness(), id("PENDING-UNKNOWN"));
  expect(answer.json).toMatchObject({
    document_id: "PENDING-UNKNOWN",
    content_status: "pending_release",
    retry_after_seconds: 3600,
  });
  expect(answer.headers.get("retry-after")).toBe("3600");
});

test.each([
  ["content", "IMAGES", "unavailable"],
  ["chosen sections", "IMAGES", "unavailable"],
  ["the table of contents", "IMAGES", "unavailable"],
  ["an original", "IMAGES", "unavailable"],
  ...names.map((name) => [name, "WITHDRAWN", "withdrawn"] as const),
] as const)("%s of %s never comes, and names no time", async (name, documentId, status) => {
  const answer = await ways[name](await createHarness(), id(documentId));
  expect(answer.json).toMatchObject({
    code: "content_not_available",
    document_id: documentId,
    content_status: status,
  });
  expect(answer.json).not.toHaveProperty("retry_after_seconds");
  expect(answer.headers.has("retry-after")).toBe(false);
});

test("an original that a ready document withholds may still be released", async () => {
  const { client } = await createHarness();
  const answer = await client.call("getOriginal", { document_id: id("READY1"), original_id: "zip" as OriginalId });
  expect(answer.json).toMatchObject({ content_status: "ready", retry_after_seconds: 3600 });
});
