import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { deflateSync } from "node:zlib";
import { afterAll, describe, expect, test } from "vitest";
import { createPdfRenderer } from "../../pdf/index.ts";
import { pdfOf } from "../../pdf/testing/small-pdf.ts";
import { Refusal } from "../refusal.ts";
import { withSamples } from "../testing/samples.ts";
import { cutPdf } from "./cut-pdf.ts";
import { readPdf } from "./read-pdf.ts";

const folder = mkdtempSync(join(tmpdir(), "hiraku-pdf-"));
const renderer = createPdfRenderer({ workers: 1, deadlineMs: 20_000, memoryMb: 256 });
afterAll(async () => {
  await renderer.close();
  rmSync(folder, { recursive: true });
});

const good = pdfOf([{ text: "売上の概況について述べる" }]);
const bomb = deflateSync(Buffer.alloc(120 * 1_048_576, 0x20));
const withStream = (dictionary: string, stream: Buffer | string): Buffer =>
  Buffer.concat([
    Buffer.from(
      `%PDF-1.5\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n2 0 obj\n<< /Type /Pages /Count 1 /Kids [3 0 R] >>\nendobj\n3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R >>\nendobj\n4 0 obj\n<< /Length ${stream.length} ${dictionary} >>\nstream\n`,
      "latin1",
    ),
    Buffer.from(stream),
    Buffer.from("\nendstream\nendobj\ntrailer << /Root 1 0 R /Size 5 >>\n%%EOF", "latin1"),
  ]);

const hostile: readonly (readonly [string, string | Buffer])[] = [
  ["nothing", ""],
  ["HTML", "<html><script>alert(1)</script></html>"],
  ["a PDF cut in half", good.slice(0, good.length >> 1)],
  ["a PDF without its table", good.replace(/xref[\s\S]*/, "")],
  ["a table that points nowhere", good.replace(/\d{10} 00000 n/g, "9999999999 00000 n")],
  ["a page tree that is its own child", good.replace("/Kids [3 0 R]", "/Kids [2 0 R]")],
  ["a page tree that claims a billion pages", good.replace("/Count 1", "/Count 1000000000")],
  ["a page of a billion points", pdfOf([{ text: "大", width: 1_000_000_000, height: 1_000_000_000 }])],
  ["a page of no size", pdfOf([{ text: "小", width: 0, height: 0 }])],
  ["a page that contains itself", good.replace(/\/Contents \d+ 0 R/, "/Contents 3 0 R")],
  [
    "a catalog that runs a script",
    good.replace("/Type /Catalog", "/Type /Catalog /OpenAction << /S /JavaScript /JS (app.alert(1)) >>"),
  ],
  [
    "a catalog that starts a program",
    good.replace("/Type /Catalog", "/Type /Catalog /OpenAction << /S /Launch /F (/bin/sh) >>"),
  ],
  [
    "an encrypted PDF",
    good.replace(
      "trailer <<",
      "trailer << /Encrypt << /Filter /Standard /V 1 /R 2 /O <00> /U <00> /P -1 >> /ID [<00> <00>]",
    ),
  ],
  ["a stream that unpacks to 120 MB", withStream("/Filter /FlateDecode", bomb)],
  ["a stream packed 40 times", withStream(`/Filter [${"/FlateDecode ".repeat(40)}]`, Buffer.alloc(500, 7))],
  ["brackets nested 100,000 deep", withStream("", "[".repeat(100_000))],
  ["100,000 saved states", withStream("", "q ".repeat(100_000))],
];

describe("hostile PDFs", () => {
  test.each(hostile)(
    "%s is refused or read within its deadline, and writes nothing",
    { timeout: 60_000 },
    async (_name, content) => {
      const file = join(folder, "x.pdf");
      writeFileSync(file, typeof content === "string" ? Buffer.from(content, "latin1") : content);
      const outcome = await readPdf(renderer, file, { text: true }).catch((error: unknown) => error);
      if (outcome instanceof Error) {
        expect(outcome).toBeInstanceOf(Refusal);
        expect(outcome).toMatchObject({ reason: "unreadable_pdf" });
      } else expect(JSON.stringify(outcome)).not.toMatch(/<script|app\.alert|\/bin\/sh/);
    },
  );

  test("after all of them a valid one is read", { timeout: 60_000 }, async () => {
    const file = join(folder, "good.pdf");
    writeFileSync(file, good, "latin1");
    const content = await readPdf(renderer, file, { text: true });
    expect(content.pages).toEqual([{ pageNumber: 1, width: 595, height: 842, listed: true }]);
    expect(content.sections.map((section) => section.markdown).join("")).toContain("売上の概況");
  });
});

describe("sections", () => {
  const line = (text: string, top: number, size = 10) => ({ text, top, size, left: 50 });

  test("begin where the outline points, at the title's own line", () => {
    const sections = cutPdf({
      outline: [
        { title: "第１章 概要", level: 1, pageNumber: 1 },
        { title: "1.1 目的", level: 2, pageNumber: 1 },
        { title: "第２章 手順", level: 1, pageNumber: 2 },
      ],
      pages: [
        [
          line("はじめに述べる。", 50),
          line("第1章　概要", 100, 16),
          line("概要を述べる。", 130),
          line("1.1　目的", 160, 12),
          line("目的を述べる。", 190),
        ],
        [line("第2章　手順", 50, 16), line("手順を述べる。", 80)],
      ],
    });
    expect(sections.map((section) => `${section.level} ${section.title}`)).toEqual([
      "1 表紙",
      "1 第１章 概要",
      "2 1.1 目的",
      "1 第２章 手順",
    ]);
    expect(sections[1]?.markdown).toBe("# 第1章　概要\n\n概要を述べる。\n\n");
  });

  test("begin at larger lines where there is no outline, and page by page where there are none", () => {
    const text = "本文はこの行にあり、次の行に続く。";
    const pages = [
      [line("業績の概要", 40, 18), line(text, 70)],
      [line("今後の見通し", 40, 18), line(text, 70)],
    ];
    expect(cutPdf({ outline: [], pages }).map((section) => section.title)).toEqual(["業績の概要", "今後の見通し"]);
    const plain = [[line(text, 70)], [line(text, 70)]];
    expect(cutPdf({ outline: [], pages: plain }).map((section) => section.title)).toEqual(["1ページ", "2ページ"]);
  });

  test("join lines that continue, and leave out page numbers and running heads", () => {
    const full = "この行は紙の幅いっぱいまで書かれていて次の行に続いており";
    const pages = Array.from({ length: 5 }, (_, at) => [
      line("見本株式会社 決算説明資料", 20, 8),
      line("甲乙丙丁戊"[at] + full, 60),
      line(`${"甲乙丙丁戊"[at]}で終わる。`, 75),
      line(String(at + 1), 800, 8),
    ]);
    const body = cutPdf({ outline: [], pages }).map((section) => section.markdown);
    expect(body[0]).toBe(`甲${full}甲で終わる。\n\n`);
  });

  withSamples((sample) => {
    test("of a real manual follow its outline of four levels", { timeout: 60_000 }, async () => {
      const { pages, sections } = await readPdf(renderer, sample("pdf/edinet-api-specification-96-pages.pdf"), {
        text: true,
      });
      expect(pages).toHaveLength(96);
      expect(Math.max(...sections.map((section) => section.level))).toBe(4);
      expect(sections.map((section) => section.title)).toContain("3-1-5　書類の取下げ");
    });
  });
});
