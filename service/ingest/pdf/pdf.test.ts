import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { deflateSync } from "node:zlib";
import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { createPdfRenderer } from "../../pdf/index.ts";
import { linesOf } from "../../pdf/lines.ts";
import { choicesOf, evenMeasure, findDrawnTables } from "../../pdf/testing/find-drawn-tables.ts";
import { drawTables } from "../../pdf/testing/made-tables.ts";
import { randomPage, randomStyles } from "../../pdf/testing/random-pages.ts";
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
  const page = (...lines: ReturnType<typeof line>[]) => ({ lines, tables: [] });

  test("begin where the outline points, at the title's own line", () => {
    const sections = cutPdf({
      outline: [
        { title: "第１章 概要", level: 1, pageNumber: 1 },
        { title: "1.1 目的", level: 2, pageNumber: 1 },
        { title: "第２章 手順", level: 1, pageNumber: 2 },
      ],
      pages: [
        page(
          line("はじめに述べる。", 50),
          line("第1章　概要", 100, 16),
          line("概要を述べる。", 130),
          line("1.1　目的", 160, 12),
          line("目的を述べる。", 190),
        ),
        page(line("第2章　手順", 50, 16), line("手順を述べる。", 80)),
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
      page(line("業績の概要", 40, 18), line(text, 70)),
      page(line("今後の見通し", 40, 18), line(text, 70)),
    ];
    expect(cutPdf({ outline: [], pages }).map((section) => section.title)).toEqual(["業績の概要", "今後の見通し"]);
    const plain = [page(line(text, 70)), page(line(text, 70))];
    expect(cutPdf({ outline: [], pages: plain }).map((section) => section.title)).toEqual(["1ページ", "2ページ"]);
  });

  test("begin at numbers that go on, where neither an outline nor a size tells them", () => {
    const text =
      "本文はこの行にあり、当期の業績とその見通しとを、事業の区分ごとに、前の期と比べながら、ここから順に述べていくこととする。";
    const pages = [
      page(line("1. 業績の概要", 40), line(text, 70), line("(1) 国内", 90), line(text, 110), line("(2) 海外", 130)),
      page(line(text, 40), line(text, 50), line("2. 今後の見通し", 60), line(text, 80), line("100. 番号だけの行", 100)),
    ];
    expect(cutPdf({ outline: [], pages }).map((section) => `${section.level} ${section.title}`)).toEqual([
      "1 1. 業績の概要",
      "2 (1) 国内",
      "2 (2) 海外",
      "1 2. 今後の見通し",
    ]);
  });

  test("are no heads that run over the pages of a chapter, and no lines of a list of contents", () => {
    const text = "本文はこの行にあり、次の行に続く。";
    const names = ["概要", "手順", "附則"];
    const contents = page(
      line("目次", 40),
      ...names.map((name, at) => line(`第${at + 1}章 ${name} ………………… ${at + 2}`, 60 + at * 20, 14)),
    );
    const chapters = names.flatMap((name, at) =>
      Array.from({ length: 3 }, (_, sheet) => {
        const own = sheet === 0 ? [line(`第${at + 1}章`, 60, 18), line(name, 90, 18)] : [];
        return page(line(`第${at + 1}章 ${name}`, 20, 14), ...own, line(text, 120 + at * 9 + sheet * 30));
      }),
    );
    const sections = cutPdf({ outline: [], pages: [contents, ...chapters] });
    expect(sections.map((section) => section.title)).toEqual(["目次", "第1章 概要", "第2章 手順", "第3章 附則"]);
    expect(
      sections
        .map((section) => section.markdown)
        .join("")
        .match(/本文はこの行/g),
    ).toHaveLength(9);
  });

  test("have a number that stands alone in the page, but not the number of the page", () => {
    const pages = Array.from({ length: 4 }, (_, at) => {
      const top = 40 + at * 30;
      const lines = ["売上高は次のとおり。", "4,200", "42", "以上"].map((text, row) => line(text, top + row * 20));
      return page(...lines, line(`${at + 1}`, 800));
    });
    const sections = cutPdf({ outline: [], pages });
    const text = sections.map((section) => section.markdown).join("");
    expect(text.match(/42/g)).toHaveLength(4);
    expect(text.match(/以上/g)).toHaveLength(4);
    expect(text).not.toMatch(/^[1-4]$/m);
  });

  test("hold every character of the pages exactly once, in tables and out of them", () => {
    const end = { text: "以上", size: 9, left: 60, right: 78, top: 900 };
    const characters = (texts: readonly string[]) =>
      [...texts.join("").replace(/[^\p{L}\p{N}]+/gu, "")].sort().join("");
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 32 - 1 }), fc.constantFrom(...randomStyles), (seed, style) => {
        const drawn = Array.from({ length: 3 }, (_, at) => randomPage(choicesOf(seed + at), evenMeasure, style));
        const pages = drawn.map(({ texts, rules }) => {
          const { tables, rest } = findDrawnTables({ texts: [...texts, { ...end, isLabel: true }], rules });
          return { tables, lines: linesOf(rest) };
        });
        const delivered = cutPdf({ outline: [], pages }).map(({ markdown }) => markdown.replace(/<[^>]*>/g, ""));
        const texts = drawn.flatMap((page) => [...page.texts.map(({ text }) => text), end.text]);
        expect(characters(delivered)).toBe(characters(texts));
      }),
      { numRuns: 60 },
    );
  });

  test("that are too long are divided where headings stand in them, also below an outline", () => {
    const text =
      "この行は本文であり、当期の業績とその見通しとを、事業の区分ごとに、前の期と比べながら順に述べていくものである。";
    const outline = ["前半", "後半"].map((title, at) => ({ title, level: 1, pageNumber: at * 10 + 1 }));
    const pages = Array.from({ length: 20 }, (_, at) => {
      const title = at === 0 ? [line("前半", 20, 18)] : at === 10 ? [line("後半", 20, 18)] : [];
      const many = at < 10 ? 60 : 2;
      const lines = Array.from({ length: many }, (_, row) => line(`${at}の${row}。${text}`, 80 + row * 12));
      return page(...title, line(`${at + 1}番目の事業`, 50 + (at % 4) * 6, 14), ...lines);
    });
    const sections = cutPdf({ outline, pages });
    expect(Math.max(...sections.map((section) => section.markdown.length))).toBeLessThan(20_000);
    expect(sections.filter((section) => section.level === 2).map((section) => section.title)).toEqual(
      Array.from({ length: 10 }, (_, at) => `${at + 1}番目の事業`),
    );
  });

  test("have the tables of their pages where they stand, and say which pages were guessed", () => {
    const cell = (text: string, column: number) => ({ text, column, colSpan: 1, rowSpan: 1 });
    const rows = [
      [cell("", 0), cell("前期", 1), cell("当期", 2)],
      [cell("売上高", 0), cell("1,234", 1), cell("2,345", 2)],
      [cell("利益", 0), cell("△12", 1), cell("34", 2)],
    ];
    const inCells = { ...line("甲 乙 丙", 60), isMixed: true as const };
    const mixed = cutPdf({ outline: [], pages: [{ lines: [line("設備", 40, 18), inCells], tables: [] }] });
    expect(mixed[0]?.uncertainPages).toEqual([1]);
    const tables = [{ top: 60, bottom: 100, rows, certain: false }];
    const lines = [line("業績の概要", 40, 18), line("次のとおりである。", 55), line("以上のとおりである。", 120)];
    const pages = [{ lines, tables }, page(line("見通し", 40, 18), line("見通しを述べる。", 70))];
    const [first, second] = cutPdf({ outline: [], pages });
    expect(first?.markdown).toBe(
      "# 業績の概要\n\n次のとおりである。\n\n||前期|当期|\n|-|-:|-:|\n|売上高|1,234|2,345|\n|利益|△12|34|\n\n以上のとおりである。\n\n",
    );
    expect(first?.uncertainPages).toEqual([1]);
    expect(second).not.toHaveProperty("uncertainPages");
  });

  test("have a table over two pages once, with the page on which it goes on", () => {
    const row = (...texts: string[]) => texts.map((text, column) => ({ text, column, colSpan: 1, rowSpan: 1 }));
    const table = (...rows: ReturnType<typeof row>[]) => ({ top: 60, bottom: 100, rows, certain: true });
    const head = row("項目", "前期", "当期");
    const first = table(head, row("売上高", "100", "120"));
    const textOf = (second: ReturnType<typeof table>, ...lines: ReturnType<typeof line>[]) => {
      const pages = [
        { lines: [line("業績", 40)], tables: [first] },
        { lines, tables: [second] },
      ];
      return cutPdf({
        outline: [
          { title: "業績", level: 1, pageNumber: 1 },
          { title: "業績", level: 1, pageNumber: 1 },
        ],
        pages,
      });
    };
    const rule = /^\|[-:|]+\|$/gmu;
    const repeated = textOf(table(head, row("営業利益", "10", "12")));
    const markdown = repeated.map((each) => each.markdown).join("");
    expect(markdown.match(rule)).toHaveLength(1);
    expect(markdown).toContain("営業利益");
    expect(markdown.match(/前期/gu)).toHaveLength(1);
    const breaks = repeated.flatMap(({ markdown: own, pageBreaks = [] }) =>
      pageBreaks.map(({ pageNumber, characters }) => [pageNumber, own.slice(characters).split("|")[1]]),
    );
    expect(breaks).toEqual([[2, "営業利益"]]);
    const goesOn = textOf(table(row("営業利益", "10", "12")));
    expect(
      goesOn
        .map((each) => each.markdown)
        .join("")
        .match(rule),
    ).toHaveLength(1);
    // Another table, words alone, and one below a line of text stay apart.
    for (const apart of [
      textOf(table(row("氏名", "役職", "略歴"), row("甲", "社長", "1980年入社"))),
      textOf(table(row("営業利益", "10"), row("経常利益", "11"))),
      textOf(table(head, row("営業利益", "10", "12")), line("次の表", 40)),
    ]) {
      expect(
        apart
          .map((each) => each.markdown)
          .join("")
          .match(rule),
      ).toHaveLength(2);
    }
  });

  test("of a PDF that was drawn have its tables", { timeout: 60_000 }, async () => {
    const rows = [
      ["", "2023年３月期", "2024年３月期"],
      ["売上高", "1,234,567", "1,345,678"],
      ["経常利益又は\n経常損失（△）", "△12,345", "23"],
      ["現金及び預金", "－", "1,234,567"],
    ];
    const styles = ["grid", "columns", "ends", "none"] as const;
    const file = join(folder, "tables.pdf");
    writeFileSync(file, await drawTables(styles.map((style) => ({ rows, headRows: 1, leading: 6, gap: 10, style }))));
    const { sections } = await readPdf(renderer, file, { text: true });
    const text = sections.map((section) => section.markdown).join("");
    expect(text.match(/\|売上高\|1,234,567\|1,345,678\|/g)).toHaveLength(styles.length);
    expect(text.match(/\|経常利益又は(?:<br>)?経常損失（△）\|△12,345\|23\|/g)).toHaveLength(styles.length);
    expect(text.match(/2023年３月期\|2024年３月期\|/g)).toHaveLength(styles.length);
  });

  test("join lines that continue, and leave out page numbers and running heads", () => {
    const full = "この行は紙の幅いっぱいまで書かれていて次の行に続いており";
    const pages = Array.from({ length: 5 }, (_, at) =>
      page(
        line("見本株式会社 決算説明資料", 20, 8),
        line("甲乙丙丁戊"[at] + full, 60),
        line(`${"甲乙丙丁戊"[at]}で終わる。`, 75),
        line(String(at + 1), 800, 8),
      ),
    );
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
