import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { createCanvas, loadImage } from "@napi-rs/canvas";
import { afterAll, describe, expect, it } from "vitest";
import { withSamples } from "../ingest/testing/samples.ts";
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

    it("has its tables as they are on the page: merged heads, cells over several rows, cells of several lines", async () => {
      const rowsOn = async (page: number, table: number) =>
        (await renderer.text(specification, page)).tables[table]?.rows.map((row) =>
          row.map(({ text, column }) => `${column} ${text.replace(/\s+/g, "")}`),
        );
      expect(await rowsOn(10, 0)).toEqual([
        ["0 府令", "1 書類種別", "2 縦覧期間(a)", "3 延長期間(b)", "4 閲覧期間(a+b)"],
        ["0 企業内容等の開示に関する内閣府令", "1 有価証券報告書", "2 5年", "3 5年", "4 10年"],
        ["1 半期報告書", "2 5年", "3 5年", "4 10年"],
        ["1 四半期報告書", "2 3年", "3 7年", "4 10年"],
      ]);
      expect(await rowsOn(82, 1)).toEqual([
        ["0 必要書類", "2 ファイル形式"],
        ["0 コード値", "1 コード名称"],
        ["0 1", "1 提出本文書及び監査報告書", "2 ZIP形式"],
        ["0 2", "1 PDF", "2 PDF形式"],
        ["0 3", "1 代替書面・添付文書", "2 ZIP形式"],
        ["0 4", "1 英文ファイル", "2 ZIP形式"],
        ["0 5", "1 CSV", "2 ZIP形式"],
      ]);
      expect((await renderer.text(specification, 3)).tables).toEqual([]);
    });
  });
});
