import { createRequire } from "node:module";
import PdfDocument from "pdfkit";
import type { Font } from "./random-words.ts";

export interface DrawnText {
  readonly text: string;
  readonly size: number;
  readonly left: number;
  readonly right: number;
  /** The baseline. */
  readonly top: number;
  /** Set from its left; other cells end at their right. */
  readonly isLabel: boolean;
}

export interface DrawnRule {
  readonly x1: number;
  readonly y1: number;
  readonly x2: number;
  readonly y2: number;
}

export interface Sheet {
  readonly font: Font;
  readonly texts: readonly DrawnText[];
  readonly rules: readonly DrawnRule[];
}

const { resolve } = createRequire(import.meta.url);
const files: Readonly<Record<Font, string>> = {
  japanese: resolve("@expo-google-fonts/noto-sans-jp/400Regular/NotoSansJP_400Regular.ttf"),
  "japanese-bold": resolve("@expo-google-fonts/noto-sans-jp/700Bold/NotoSansJP_700Bold.ttf"),
  sans: "Helvetica",
  serif: "Times-Roman",
};

/** Draws texts and rules at their places, one sheet a page. */
export function drawSheets(sheets: readonly Sheet[], page: readonly [number, number]): Promise<Uint8Array> {
  const document = new PdfDocument({ autoFirstPage: false, font: files.japanese });
  const chunks: Uint8Array[] = [];
  const done = new Promise<Uint8Array>((finished) => {
    document.on("data", (chunk: Uint8Array) => chunks.push(chunk));
    document.on("end", () => finished(Buffer.concat(chunks)));
  });
  for (const { font, texts, rules } of sheets) {
    document.addPage({ size: [...page], margin: 0 });
    document.font(files[font]);
    for (const { text, left, right, top, size, isLabel } of texts) {
      // The font's own widths may differ a little from those that the places were computed with.
      const from = isLabel ? left : right - document.fontSize(size).widthOfString(text);
      document.fontSize(size).text(text, from, top, { lineBreak: false, baseline: "alphabetic" });
    }
    for (const { x1, y1, x2, y2 } of rules) document.moveTo(x1, y1).lineTo(x2, y2).lineWidth(0.5).stroke();
  }
  document.end();
  return done;
}

/** How wide a text is in each of the fonts. */
export function fontMeasure(): (text: string, font: Font, size: number) => number {
  const document = new PdfDocument({ font: files.japanese });
  return (text, font, size) => document.font(files[font]).fontSize(size).widthOfString(text);
}
