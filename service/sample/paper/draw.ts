import { createRequire } from "node:module";
import PDFDocument from "pdfkit";
import type { PaperPage } from "./layout.ts";

const require = createRequire(import.meta.url);
const regular = require.resolve("@expo-google-fonts/noto-sans-jp/400Regular/NotoSansJP_400Regular.ttf");
const bold = require.resolve("@expo-google-fonts/noto-sans-jp/700Bold/NotoSansJP_700Bold.ttf");

/** Draws laid-out pages as a PDF. The same pages and day give the same bytes. */
export function drawPdf(
  pages: readonly PaperPage[],
  meta: { readonly title: string; readonly author: string; readonly createdAtMs: number },
): Promise<Uint8Array> {
  const created = new Date(meta.createdAtMs);
  const document = new PDFDocument({
    autoFirstPage: false,
    font: regular,
    info: {
      Title: meta.title,
      Author: meta.author,
      CreationDate: created,
      ModDate: created,
      Producer: "Hiraku",
      Creator: "Hiraku",
    },
  });
  const chunks: Uint8Array[] = [];
  const done = new Promise<Uint8Array>((resolve, reject) => {
    document.on("data", (chunk: Uint8Array) => chunks.push(chunk));
    document.on("end", () => resolve(Buffer.concat(chunks)));
    document.on("error", reject);
  });
  for (const page of pages) drawPage(document, page);
  document.end();
  return done;
}

function drawPage(document: PDFKit.PDFDocument, page: PaperPage): void {
  document.addPage({ size: [page.width, page.height], margin: 0 });
  for (const item of page.items) {
    if (item.kind === "rule") {
      document
        .moveTo(item.x, item.y)
        .lineTo(item.x + item.width, item.y)
        .lineWidth(item.weight)
        .stroke("#222");
    } else if (item.kind === "bar") {
      document.rect(item.x, item.y, item.width, item.height).fill("#5b6470");
    } else {
      document
        // Referred to by its path, since pdfkit opens a font with two names again for every text.
        .font(item.strong ? bold : regular)
        .fontSize(item.size)
        .fillColor("#111");
      const width = item.align === "left" ? 0 : document.widthOfString(item.text);
      const x = item.align === "left" ? item.x : item.align === "right" ? item.x - width : item.x - width / 2;
      document.text(item.text, x, item.y, { lineBreak: false });
    }
  }
}
