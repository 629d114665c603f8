import { writeXlsx } from "hucre/xlsx";
import iconv from "iconv-lite";
import { zipOf } from "../../../kit/archives/testing/zip-of.ts";
import { describe, expect, it } from "vitest";
import type { DraftBlock } from "../draft.ts";
import { readDraftFile } from "./read-file.ts";

const types = `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>`;
const word = (body: string) =>
  `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${body}</w:body></w:document>`;
const p = (text: string, style = "") => `<w:p>${style}<w:r><w:t>${text}</w:t></w:r></w:p>`;
const styled = (name: string) => `<w:pPr><w:pStyle w:val="${name}"/></w:pPr>`;
const docx = (body: string, more: Readonly<Record<string, string>> = {}) =>
  zipOf({ "[Content_Types].xml": types, "word/document.xml": word(body), ...more });
const read = async (name: string, bytes: Uint8Array) => (await readDraftFile({ name, bytes })).blocks;
const refusal = (name: string, bytes: Uint8Array) =>
  readDraftFile({ name, bytes }).then(
    () => "read",
    (error: unknown) => (error instanceof Error && "reason" in error ? error.reason : error),
  );
const rowsOf = (blocks: readonly DraftBlock[]) => blocks.flatMap((block) => ("rows" in block ? block.rows : []));

/** A PDF of lines in a font that every reader has. */
function pdf(lines: readonly string[]): Buffer {
  const text = lines.map((line, at) => `BT /F1 12 Tf 72 ${720 - at * 40} Td (${line}) Tj ET`).join("\n");
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
    `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
  ];
  let body = "%PDF-1.4\n";
  const offsets = objects.map((object, at) => {
    const offset = body.length;
    body += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  const end = `xref\n0 6\n0000000000 65535 f \n${table}trailer << /Size 6 /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF`;
  return Buffer.from(body + end, "latin1");
}

describe("a Word file", () => {
  it("is read with its headings, quotations, lists, tables and footnotes, without what was deleted", async () => {
    const styles = `<w:styles xmlns:w="x"><w:style w:styleId="a1"><w:name w:val="heading 1"/></w:style><w:style w:styleId="q"><w:name w:val="Quote"/></w:style></w:styles>`;
    const cell = (text: string, more = "") => `<w:tc><w:tcPr>${more}</w:tcPr>${p(text)}</w:tc>`;
    const body = [
      p("海鳴精機の業績", styled("a1")),
      p("売上高は", "") +
        "<w:p><w:del><w:r><w:delText>99</w:delText></w:r></w:del><w:ins><w:r><w:t>1,234百万円</w:t></w:r></w:ins></w:p>",
      p("受注は増えた。", styled("q")),
      p("一つ目", "<w:pPr><w:numPr/></w:pPr>"),
      `<w:tbl><w:tr>${cell("項目")}${cell("2024年3月期", '<w:gridSpan w:val="2"/>')}</w:tr>`,
      `<w:tr>${cell("売上高", '<w:vMerge w:val="restart"/>')}${cell("1,234")}${cell("2%")}</w:tr>`,
      `<w:tr>${cell("", "<w:vMerge/>")}${cell("5")}${cell("6")}</w:tr></w:tbl>`,
    ].join("");
    const notes = `<w:footnotes xmlns:w="x"><w:footnote>${p("有価証券報告書による。")}</w:footnote></w:footnotes>`;
    const blocks = await read(
      "memo.docx",
      await docx(body, { "word/styles.xml": styles, "word/footnotes.xml": notes }),
    );
    expect(blocks).toEqual([
      { id: "p1", kind: "heading", text: "海鳴精機の業績" },
      { id: "p2", kind: "paragraph", text: "売上高は" },
      { id: "p3", kind: "paragraph", text: "1,234百万円" },
      { id: "p4", kind: "quotation", text: "受注は増えた。" },
      { id: "p5", kind: "item", text: "一つ目" },
      {
        ...{ id: "p6", kind: "table" },
        rows: [
          ["項目", "2024年3月期", "2024年3月期"],
          ["売上高", "1,234", "2%"],
          ["売上高", "5", "6"],
        ],
      },
      { id: "f1", kind: "footnote", text: "有価証券報告書による。" },
    ]);
  });

  it("shows a drawing's words once", async () => {
    const box = `<w:p><w:r><mc:AlternateContent xmlns:mc="m"><mc:Choice>${p("枠の中")}</mc:Choice><mc:Fallback>${p("枠の中")}</mc:Fallback></mc:AlternateContent><w:t>外</w:t></w:r></w:p>`;
    expect((await read("a.docx", await docx(box))).map((block) => "text" in block && block.text)).toEqual([
      "枠の中",
      "外",
    ]);
  });
});

describe("a workbook", () => {
  it("is read as it is shown: formats, merged cells, and each table by itself with its row's number", async () => {
    const bytes = await writeXlsx({
      sheets: [
        {
          name: "業績",
          rows: [["海鳴精機（百万円）"], ["項目", "2024年3月期"], ["売上高", 1234.4], ["比率", 0.125], [], ["注", "x"]],
          cells: new Map([
            ["2,1", { value: 1234.4, style: { numFmt: "#,##0" } }],
            ["3,1", { value: 0.125, style: { numFmt: "0.0%" } }],
          ]),
        },
        { name: "隠し", rows: [["a", "b"]], hidden: true },
        { name: "次", rows: [["c", "d"]] },
      ],
    });
    const blocks = await read("model.xlsx", bytes);
    expect(blocks.map(({ id }) => id)).toEqual(["s1-1", "s1-2", "s1-6", "s2-1"]);
    expect(rowsOf(blocks)).toEqual([
      ["項目", "2024年3月期"],
      ["売上高", "1,234"],
      ["比率", "12.5%"],
      ["注", "x"],
      ["c", "d"],
    ]);
  });
});

it.each([
  ["UTF-8", Buffer.from('\uFEFF項目,2024年3月期\n売上高,"1,234"\n')],
  ["the Japanese code page", iconv.encode('項目,2024年3月期\n売上高,"1,234"\n', "cp932")],
  ["UTF-16", iconv.encode('項目,2024年3月期\n売上高,"1,234"\n', "utf16le", { addBOM: true })],
])("a table of commas in %s is read", async (_, bytes) => {
  expect(rowsOf(await read("a.csv", bytes))).toEqual([
    ["項目", "2024年3月期"],
    ["売上高", "1,234"],
  ]);
});

it("a PDF is read in paragraphs, and one of pictures alone says so", async () => {
  const blocks = await read("a.pdf", pdf(["Net sales were 1,234 million yen.", "Margins rose."]));
  expect(blocks.map((block) => "text" in block && block.text)).toEqual([
    "Net sales were 1,234 million yen.",
    "Margins rose.",
  ]);
  expect(await refusal("a.pdf", pdf([]))).toBe("without_text");
});

describe("a file that can't be checked says why", () => {
  it.each([
    ["unknown_kind", "a.exe", () => Buffer.from("MZ")],
    ["unknown_kind", "a.zip", () => docx(p("x"))],
    ["unreadable", "a.docx", () => zipOf({ "a.txt": "x" })],
    ["unreadable", "a.docx", () => Buffer.from("PK\u0003\u0004 and nothing more")],
    [
      "unreadable",
      "a.docx",
      () => zipOf({ "[Content_Types].xml": types, "word/document.xml": `<!DOCTYPE a [<!ENTITY b "c">]>${word("")}` }),
    ],
    ["unreadable", "a.pdf", () => Buffer.from("%PDF-1.7 cut off")],
    ["unreadable", "a.txt", () => Buffer.from([65, 0, 66])],
    ["encrypted", "a.docx", () => Buffer.from("\xd0\xcf\x11\xe0 a locked document", "latin1")],
    ["without_text", "a.docx", () => docx("<w:p/>")],
    [
      "too_large",
      "a.docx",
      () => zipOf({ "[Content_Types].xml": types, "word/document.xml": Buffer.alloc(30 * 1_048_576) }),
    ],
    ["too_large", "a.txt", () => Buffer.alloc(13 * 1_048_576, 65)],
    ["unreadable", "a.docx", () => docx("<w:sdt>".repeat(500))],
    ["too_complex", "a.docx", () => docx(p("x").repeat(5_001))],
    ["too_complex", "a.txt", () => Buffer.from("a\n\n".repeat(5_001))],
  ])("%s: %s", async (reason, name, bytes) => {
    expect(await refusal(name, await bytes())).toBe(reason);
  });
});
