import { withSamples } from "../ingest/testing/samples.ts";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { createCanvas, loadImage } from "@napi-rs/canvas";
import { afterAll, describe, expect, it } from "vitest";
import { createPdfRenderer, PdfRefused } from "./index.ts";
import { pdfOf } from "./testing/small-pdf.ts";

const folder = mkdtempSync(path.join(os.tmpdir(), "hiraku-pdf-"));
const renderer = createPdfRenderer({ workers: 1 });
afterAll(async () => {
  await renderer.close();
  rmSync(folder, { recursive: true });
});

function file(name: string, bytes: string): string {
  const full = path.join(folder, name);
  writeFileSync(full, bytes, "latin1");
  return full;
}

/** Dark pixels of a JPEG: a dropped font leaves none. */
async function ink(jpeg: Uint8Array): Promise<number> {
  const image = await loadImage(Buffer.from(jpeg));
  const context = createCanvas(image.width, image.height).getContext("2d");
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(0, 0, image.width, image.height);
  let dark = 0;
  for (let at = 0; at < data.length; at += 4) if ((data[at] ?? 255) < 128) dark++;
  return dark;
}

describe("a PDF whose Japanese font is not embedded", () => {
  const japanese = file("mincho.pdf", pdfOf([{ text: "有価証券報告書" }, { text: "第78期", width: 842, height: 595 }]));

  it("is drawn, and not left blank", async () => {
    const { jpeg, width, height } = await renderer.image(japanese, 1);
    expect([width, height]).toEqual([1240, 1755]);
    expect(await ink(jpeg)).toBeGreaterThan(3000);
  });

  it("draws different characters differently: no row of the same box", async () => {
    const one = file("one.pdf", pdfOf([{ text: "一一一一" }]));
    const many = file("many.pdf", pdfOf([{ text: "鬱鬱鬱鬱" }]));
    const [thin, thick] = [
      await ink((await renderer.image(one, 1)).jpeg),
      await ink((await renderer.image(many, 1)).jpeg),
    ];
    expect(thick).toBeGreaterThan(thin * 3);
  });

  it("tells its sizes without being drawn, and its text by line", async () => {
    expect((await renderer.overview(japanese)).pages).toEqual([
      { width: 595, height: 842 },
      { width: 842, height: 595 },
    ]);
    expect((await renderer.lines(japanese, 2)).map(({ text }) => text)).toEqual(["第78期"]);
  });
});

describe("an untrusted PDF", () => {
  it.each([
    ["not a PDF", "hello"],
    ["empty", ""],
    ["cut off", pdfOf([{ text: "あ" }]).slice(0, 120)],
  ])("is refused when it is %s, and the next one is read", async (_title, bytes) => {
    await expect(renderer.overview(file("bad.pdf", bytes))).rejects.toThrow(PdfRefused);
    const good = file("good.pdf", pdfOf([{ text: "良" }]));
    expect((await renderer.overview(good)).pages).toHaveLength(1);
  });

  it("draws a page of a kilometre within the pixel limit", async () => {
    const huge = file("huge.pdf", pdfOf([{ text: "大", width: 14_400, height: 14_400 }]));
    const { width, height } = await renderer.image(huge, 1);
    expect(width * height).toBeLessThanOrEqual(16_100_000);
  });

  it("is given up at the deadline, and its worker with it", async () => {
    const hasty = createPdfRenderer({ workers: 1, deadlineMs: 1 });
    await expect(hasty.overview(file("slow.pdf", pdfOf([{ text: "遅" }])))).rejects.toThrow(/took more than 1 ms/);
    await hasty.close();
  });

  it("stops when its caller does", async () => {
    const caller = new AbortController();
    const asked = renderer.image(file("left.pdf", pdfOf([{ text: "去" }])), 1, caller.signal);
    caller.abort();
    await expect(asked).rejects.toThrow(/abort/i);
  });
});

withSamples((sample) => {
  const specification = sample("pdf/edinet-api-specification-96-pages.pdf");
  describe("a real specification of 96 pages", () => {
    it("has its pages, outline and text, and images of at most 300 kB on average", async () => {
      const { pages, outline } = await renderer.overview(specification);
      expect(pages).toHaveLength(96);
      expect(outline.length).toBeGreaterThan(10);
      expect(outline.some(({ pageNumber }) => pageNumber !== undefined)).toBe(true);
      const sizes = [];
      for (const number of [1, 5, 20, 60]) sizes.push((await renderer.image(specification, number)).jpeg.length);
      expect(sizes.reduce((sum, size) => sum + size, 0) / sizes.length).toBeLessThanOrEqual(300 * 1024);
      expect((await renderer.lines(specification, 5)).map(({ text }) => text).join("\n")).toContain("本書について");
    });
  });
});
