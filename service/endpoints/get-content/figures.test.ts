import { expect, test } from "vitest";
import { DocumentId, SectionId } from "../../../lib/contract/ids.ts";
import { figuresDataMax } from "../../../lib/text/format/figure-limits.ts";
import { identifyImage } from "../../../lib/text/format/image-format.ts";
import type { Publication, PublicationSection } from "../../domain/publishing/publication.ts";
import { makePublication, makeSection } from "../../domain/publishing/testing/make-publication.ts";
import { noisyPng, plainPng } from "../../images/testing/images.ts";
import { createHarness, type Harness } from "../../testing/harness.ts";

const document_id = DocumentId.parse("PICTURES");
const slow = { renderTimeoutMs: 60_000 };

/** Publishes sections with the given images, by name. */
async function publish(
  { publisher, keepFile }: Harness,
  images: Readonly<Record<string, Uint8Array>>,
  sections: readonly PublicationSection[],
): Promise<void> {
  const stored: Publication["images"][number][] = [];
  for (const [name, bytes] of Object.entries(images)) {
    stored.push({ name, mediaType: "image/png", blob: (await keepFile(bytes)).blob });
  }
  await publisher.publishDocument(makePublication({ documentId: document_id, sections, images: stored }));
}

const sections = [
  makeSection("one", "前\n\n![](images/a.png)\n\n後"),
  makeSection("one-1", "![](images/b.png)\n\n![](images/a.png)", { level: 2, parentSectionId: "one" }),
  makeSection("two", "![](images/c.gif) ![](images/elsewhere.png)"),
];

test("the figures of the bought text come with it, once each, in reading order, with the section they stand in", async () => {
  const harness = await createHarness(slow);
  await publish(
    harness,
    { "a.png": plainPng(30, 20), "b.png": plainPng(60, 40), "c.gif": plainPng(90, 60), "unused.png": plainPng(9, 9) },
    sections,
  );
  const whole = await harness.client.get("getContent", { document_id });
  const told = whole.content_figures?.map((each) => [each.figure_id, each.section_id, each.media_type]);
  expect(told).toEqual([
    ["a.png", "one", "image/png"],
    ["b.png", "one-1", "image/png"],
    ["c.gif", "two", "image/png"],
  ]);
  const widths = whole.content_figures?.map((each) => identifyImage(Buffer.from(each.data ?? "", "base64"))?.width);
  expect(widths).toEqual([30, 60, 90]);
  const part = await harness.client.get("getContent", { document_id, sections: [SectionId.parse("one-1")] });
  expect(part.content_figures?.map((each) => each.figure_id)).toEqual(["b.png", "a.png"]);
  expect(harness.blobs.openCount).toBe(0);
});

test("figures change neither the text nor its length nor its price", async () => {
  const harness = await createHarness(slow);
  await publish(harness, { "a.png": noisyPng(300, 300) }, sections);
  const answer = await harness.client.call("getContent", { document_id });
  expect(answer.charged).toBe(2);
  expect(answer.json).toMatchObject({ content: sections.map((each) => each.markdown).join("") });
});

test("a figure that can't be made is named without its data, and the text is delivered all the same", async () => {
  const harness = await createHarness(slow);
  await publish(harness, { "a.png": Buffer.from("<svg/>"), "b.png": plainPng(60, 40) }, sections);
  const answer = await harness.client.get("getContent", { document_id });
  expect(answer.content_figures?.[0]).toEqual({
    figure_id: "a.png",
    section_id: "one",
    media_type: null,
    data: null,
  });
  expect(answer.content_figures?.[1]?.data).not.toBeNull();
});

test("a repeated request returns the same figures and costs nothing", async () => {
  const harness = await createHarness(slow);
  await publish(harness, { "a.png": plainPng(30, 20) }, sections);
  const first = await harness.client.call("getContent", { document_id }, { idempotencyKey: "k" });
  const again = await harness.client.call("getContent", { document_id }, { idempotencyKey: "k" });
  expect(again.json).toEqual(first.json);
  expect(again.charged).toBe(0);
});

test("an answer has at most 8 MB of figures; those after the first without room are named", async () => {
  const names = Array.from({ length: 60 }, (_, at) => `${at}.png`);
  const harness = await createHarness(slow);
  const text = names.map((name) => `![](images/${name})\n\n`).join("");
  const large = noisyPng(220, 220);
  await publish(harness, Object.fromEntries(names.map((name) => [name, large])), [makeSection("all", text)]);
  const { content_figures = [] } = await harness.client.get("getContent", { document_id });
  const lengths = content_figures.map((each) => each.data?.length ?? 0);
  const [first = 0] = lengths;
  const room = Math.floor(figuresDataMax / first);
  expect(room).toBeLessThan(names.length);
  expect(content_figures.map((each) => each.figure_id)).toEqual(names);
  expect(lengths).toEqual(names.map((_, at) => (at < room ? first : 0)));
});

test("a document without figures has no such field", async () => {
  const { client } = await createHarness();
  expect(await client.get("getContent", { document_id: DocumentId.parse("READY1") })).not.toHaveProperty(
    "content_figures",
  );
});
