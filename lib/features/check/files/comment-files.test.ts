import { writeXlsx } from "hucre/xlsx";
import { zipOf } from "../../../kit/archives/testing/zip-of.ts";
import { describe, expect, test } from "vitest";
import { OfficePackage } from "../../../kit/archives/office-package.ts";
import { officeLimits } from "./file-limits.ts";
import { commentDraftFile, readDraftFile } from "./read-file.ts";
import { walkXml } from "../../../kit/archives/xml-places.ts";

const w = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";
const rels = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const p = (text: string, properties = "") => `<w:p>${properties}<w:r><w:t>${text}</w:t></w:r></w:p>`;
const cell = (text: string, more = "") => `<w:tc><w:tcPr>${more}</w:tcPr>${p(text)}</w:tc>`;
const body = [
  p("海鳴精機の業績", '<w:pPr><w:jc w:val="left"/></w:pPr>'),
  p("売上高は1,234百万円。"),
  `<w:tbl><w:tr>${cell("項目")}${cell("2024年", '<w:gridSpan w:val="2"/>')}</w:tr><w:tr>${cell("売上高")}${cell("5")}${cell("6")}</w:tr></w:tbl>`,
  p("終わり & 以上".replace("&", "&amp;")),
].join("");
const word = {
  "[Content_Types].xml": `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>`,
  "_rels/.rels": `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="${rels}/officeDocument" Target="word/document.xml"/></Relationships>`,
  "word/document.xml": `<?xml version="1.0"?><w:document xmlns:w="${w}"><w:body>${body}</w:body></w:document>`,
  "word/media.bin": "any bytes",
};
const at = (block_id: string, text: string, row?: number, column = 0) => ({
  ...{ block_id, text, cell: row === undefined ? null : { row, column } },
});
const textsOf = async (name: string, bytes: Uint8Array) => (await readDraftFile({ name, bytes })).blocks;

/** The words of the paragraphs between the marks of each comment. */
function anchored(document: string, ids: readonly number[]): string[] {
  return ids.map((id) => {
    const from = document.indexOf(`commentRangeStart xmlns:w="${w}" w:id="${id}"`);
    const to = document.indexOf(`commentRangeEnd xmlns:w="${w}" w:id="${id}"`);
    return [...document.slice(from, to).matchAll(/<w:t>([^<]*)<\/w:t>/gu)].map((each) => each[1]).join("");
  });
}

describe("a Word file with comments", () => {
  test("has them at the paragraphs and cells, and every other part and word as it was", async () => {
    const bytes = await zipOf(word);
    const blocks = await textsOf("memo.docx", bytes);
    const table = blocks.find(({ kind }) => kind === "table")?.id ?? "";
    const made = await commentDraftFile({ name: "memo.docx", bytes }, [
      at(blocks[0]?.id ?? "", "first"),
      at(blocks[1]?.id ?? "", "<second> & \u0001"),
      at(blocks[1]?.id ?? "", "third"),
      at(table, "in a cell", 1, 1),
      at(table, "in a wide cell", 0, 2),
      at("f9", "of a footnote"),
    ]);
    const file = await OfficePackage.open(made, officeLimits);
    const document = file.text("word/document.xml");
    expect(anchored(document, [0, 1, 2, 3, 4, 5])).toEqual([
      ...["海鳴精機の業績", "売上高は1,234百万円。", "売上高は1,234百万円。", "5", "2024年", "海鳴精機の業績"],
    ]);
    expect(document).toContain(`</w:pPr><w:commentRangeStart`);
    expect(
      document.replace(
        /<w:comment(?:Range(?:Start|End))[^>]*\/>|<w:r xmlns:w="[^"]*"><w:commentReference[^>]*\/><\/w:r>/gu,
        "",
      ),
    ).toBe(word["word/document.xml"]);
    for (const same of ["_rels/.rels", "word/media.bin"] as const) expect(file.text(same)).toBe(word[same]);
    expect(file.text("word/comments.xml")).toContain("&lt;second&gt; &amp; <");
    expect(file.relationsOf("word/document.xml")).toMatchObject([{ type: "comments", target: "word/comments.xml" }]);
    expect(await textsOf("memo.docx", made)).toEqual(blocks);
    // Comments that are there already stay, and ours are added to them.
    const again = await OfficePackage.open(
      await commentDraftFile({ name: "memo.docx", bytes: made }, [at(blocks[2]?.id ?? "", "later")]),
      officeLimits,
    );
    const ids: string[] = [];
    walkXml(again.text("word/comments.xml"), {
      open: ({ local, attributes }) => void (local === "comment" && ids.push(attributes["w:id"] ?? "")),
      close: () => undefined,
    });
    expect(ids).toEqual(["0", "1", "2", "3", "4", "5", "6"]);
  });

  test("other files have none", async () => {
    const refused = { reason: "unknown_kind" };
    await expect(commentDraftFile({ name: "memo.md", bytes: Buffer.from("x") }, [])).rejects.toMatchObject(refused);
  });
});

describe("a workbook with comments", () => {
  const sheets = [
    { name: "隠し", hidden: true, rows: [["x"]] },
    { name: "業績", rows: [[null, "海鳴精機"], [], ["項目", "2024年3月期"], ["売上高", 1234]] },
  ];

  test("has them in the cells of the visible sheets, and the cells as they were", async () => {
    const bytes = await writeXlsx({ sheets });
    const blocks = await textsOf("memo.xlsx", bytes);
    expect(blocks.map(({ id }) => id)).toEqual(["s1-1", "s1-3"]);
    const made = await commentDraftFile({ name: "memo.xlsx", bytes }, [
      at("s1-1", "a title"),
      at("s1-3", "a figure <1>", 1, 1),
      at("s1-3", "the same cell", 1, 1),
    ]);
    const [before, file] = [
      await OfficePackage.open(bytes, officeLimits),
      await OfficePackage.open(made, officeLimits),
    ];
    const comments = file.text("xl/comments1.xml");
    expect([...comments.matchAll(/ref="([A-Z]+\d+)"/gu)].map((each) => each[1])).toEqual(["B1", "B4"]);
    expect(comments).toContain("a figure &lt;1&gt;\nthe same cell");
    const changed = ["[Content_Types].xml", "xl/worksheets/sheet2.xml"];
    for (const path of ["xl/workbook.xml", "xl/styles.xml", "xl/worksheets/sheet1.xml"])
      expect(file.text(path)).toBe(before.text(path));
    for (const path of changed) expect(file.text(path)).not.toBe(before.text(path));
    expect(file.text("xl/worksheets/sheet2.xml").replace(/<legacyDrawing [^>]*\/>/u, "")).toBe(
      before.text("xl/worksheets/sheet2.xml"),
    );
    expect(await textsOf("memo.xlsx", made)).toEqual(blocks);
    // A comment that is there already stays.
    const again = await OfficePackage.open(
      await commentDraftFile({ name: "memo.xlsx", bytes: made }, [
        at("s1-3", "later", 1, 1),
        at("s1-3", "other", 1, 0),
      ]),
      officeLimits,
    );
    expect(again.text("xl/comments1.xml")).toMatch(/the same cell<\/t><\/r><r [^>]*><t [^>]*>\nlater/u);
    expect(again.text("xl/comments1.xml")).toContain('ref="A4" authorId="1"');
    expect(again.text("xl/drawings/vmlDrawing1.vml").match(/<v:shape /gu)).toHaveLength(4);
  });
});
