import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createCanvas, loadImage } from "@napi-rs/canvas";
import { afterAll, expect, test } from "vitest";
import { figureBytesMax } from "../../lib/text/format/figure-limits.ts";
import { identifyImage } from "../../lib/text/format/image-format.ts";
import { createFigureMaker } from "./index.ts";
import { noisyPng, plainPng, redDotGif } from "./testing/images.ts";

const folder = mkdtempSync(join(tmpdir(), "hiraku-figures-"));
const maker = createFigureMaker();
afterAll(async () => {
  await maker.close();
  rmSync(folder, { recursive: true, force: true });
});

let files = 0;
function make(bytes: Uint8Array): Promise<Uint8Array> {
  const file = join(folder, String(files++));
  writeFileSync(file, bytes);
  return maker.make(file);
}

test("a diagram comes back as a PNG of the same size", async () => {
  const made = await make(plainPng(300, 200));
  expect(identifyImage(made)).toMatchObject({ mediaType: "image/png", width: 300, height: 200 });
});

test("a GIF becomes a PNG, on white where it is transparent", async () => {
  const made = await make(redDotGif);
  expect(identifyImage(made)?.mediaType).toBe("image/png");
  const canvas = createCanvas(1, 1);
  canvas.getContext("2d").drawImage(await loadImage(Buffer.from(made)), 0, 0);
  expect([...canvas.getContext("2d").getImageData(0, 0, 1, 1).data]).toEqual([255, 0, 0, 255]);
});

test("nothing of the filed bytes is delivered: neither metadata nor a second file behind the image", async () => {
  const secret = Buffer.from("<script>alert(1)</script>PK\u0003\u0004");
  const made = await make(Buffer.concat([plainPng(40, 40), secret]));
  expect(Buffer.from(made).includes("script")).toBe(false);
  expect(made).toEqual(await make(plainPng(40, 40)));
});

test("an image that is too large as a PNG becomes a JPEG of at most the size that is delivered", async () => {
  const made = await make(noisyPng(1600, 1200));
  expect(made.length).toBeLessThanOrEqual(figureBytesMax);
  expect(identifyImage(made)?.mediaType).toBe("image/jpeg");
});

test.each([
  ["an SVG", Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect/></svg>')],
  ["an SVG that begins like a PNG", Buffer.from('\u0089PNG<svg xmlns="http://www.w3.org/2000/svg"/>', "latin1")],
  ["a web page", Buffer.from("<html><body>Sign in to this network to go on</body></html>")],
  ["an empty file", Buffer.alloc(0)],
  ["a PNG that breaks off", plainPng(300, 200).subarray(0, 60)],
  ["a PNG that states 50,000 × 50,000 pixels", stating(plainPng(30, 20), 50_000, 50_000)],
  ["a PNG that states another size than it has", stating(plainPng(30, 20), 40, 20)],
])("%s is refused, and the next image is made all the same", async (_what, bytes) => {
  await expect(make(bytes)).rejects.toThrow();
  await expect(make(plainPng(20, 10))).resolves.toBeInstanceOf(Uint8Array);
});

/** The same file with another size in its header. */
function stating(png: Uint8Array, width: number, height: number): Uint8Array {
  const changed = Buffer.from(png);
  changed.writeUInt32BE(width, 16);
  changed.writeUInt32BE(height, 20);
  return changed;
}
