import { createCanvas, loadImage } from "@napi-rs/canvas";
import { afterAll, expect, it } from "vitest";
import { openPreviewMaker } from "./preview-maker.ts";

const maker = openPreviewMaker({ bytesMax: 3_000 });
afterAll(() => maker.close());

/** A page with lines of text, as wide as the service draws it. */
function page(words: string): Uint8Array {
  const canvas = createCanvas(1240, 1754);
  const context = canvas.getContext("2d");
  context.fillStyle = "#fff";
  context.fillRect(0, 0, 1240, 1754);
  context.fillStyle = "#000";
  context.font = "24px sans-serif";
  for (let y = 60; y < 1700; y += 40) context.fillText(words.repeat(8), 60, y);
  return canvas.toBuffer("image/jpeg", 82);
}

it("is the whole page in a small part of its bytes", async () => {
  const full = page("net sales ");
  const preview = await maker.of("a", async () => full);
  if (preview === undefined) throw new Error("no preview");
  expect(preview.byteLength).toBeLessThan(full.byteLength / 6);
  const image = await loadImage(Buffer.from(preview));
  expect([image.width, image.height]).toEqual([496, 702]);
});

it("is made once, also for several who ask at the same time, and kept while there is room", async () => {
  let read = 0;
  const bytes = page(".");
  const ask = (sha256: string) => maker.of(sha256, async () => (read++, bytes));
  const [first, second] = await Promise.all([ask("b"), ask("b")]);
  expect(second).toBe(first);
  expect(await ask("b")).toBe(first);
  expect(read).toBe(1);
  // Others take its room.
  await maker.of("c", async () => page("net sales "));
  await ask("b");
  expect(read).toBe(2);
});

it("is refused where the bytes are no image, and the next one is made all the same", async () => {
  const cut = page("x").slice(0, 300);
  const broken = Buffer.concat([Buffer.from("ffd8ffe000104a46", "hex"), Buffer.alloc(900, 7)]);
  for (const [at, bytes] of [
    Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>"),
    broken,
    cut,
    Buffer.alloc(0),
  ].entries())
    expect(await maker.of(`d${at}`, async () => bytes)).toBeUndefined();
  await expect(maker.of("e", async () => page("x"))).resolves.toBeInstanceOf(Uint8Array);
});

it("is not made for a reader who has gone, and is for one who still waits", async () => {
  const [left, stays] = [new AbortController(), new AbortController()];
  const read = Promise.withResolvers<Uint8Array>();
  const given = maker.of("f", () => read.promise, left.signal);
  const waited = maker.of("f", () => read.promise, stays.signal);
  left.abort(new Error("the reader left"));
  await expect(given).rejects.toThrow("the reader left");
  read.resolve(page("z"));
  await expect(waited).resolves.toBeInstanceOf(Uint8Array);
  await expect(maker.of("g", async () => page("y"), left.signal)).rejects.toThrow("the reader left");
});
