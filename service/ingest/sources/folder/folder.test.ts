import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { beforeEach, describe, expect, test } from "vitest";
import { pdfOf } from "../../../pdf/testing/small-pdf.ts";
import { IngestSession } from "../../session.ts";
import { makeFiling } from "../../testing/make-filing.ts";
import { MemorySink } from "../../testing/memory-sink.ts";
import { folderItems, readFolder } from "./folder-items.ts";
import { parseLocatedJson } from "./located-json.ts";
import { readCsvManifest, readJsonManifest } from "./manifest.ts";

let folder: string;
let data: string;
let sink: MemorySink;
let nowMs: number;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "hiraku-folder-"));
  data = mkdtempSync(join(tmpdir(), "hiraku-folder-data-"));
  sink = new MemorySink();
  nowMs = Date.parse("2026-05-10T00:00:00+09:00");
});

function put(path: string, content: string | Buffer): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), content);
}

async function ingest() {
  const output = { redraw: () => undefined, print: () => undefined, isTerminal: false };
  const session = new IngestSession({
    dataFolder: data,
    sink,
    now: () => nowMs,
    output,
    signal: new AbortController().signal,
    retry: false,
  });
  try {
    const reading = await readFolder(folder);
    expect(reading.faults).toEqual([]);
    return (await session.take("folder", folderItems(folder, reading, session.context))).report;
  } finally {
    await session.close();
  }
}

const presentation = {
  file: "a/b.pdf",
  family: "ir_material",
  title: "決算説明会資料",
  security_code: "７２０３",
  published_at: "2026-05-10T15:00:00+09:00",
};

test("an issuer that no list of companies has is learned from the manifest and from packages, a fund's manager is not", async () => {
  put("a/b.pdf", Buffer.from(pdfOf([{ text: "売上の概況について" }]), "latin1"));
  put("manifest.json", JSON.stringify({ documents: [{ ...presentation, issuer_name: "見本自動車株式会社" }] }));
  put("S1000001.zip", makeFiling());
  put("S1000002.zip", makeFiling({ report: "jpsps070000-asr-001", securityCode: "88880", filer: "見本投信株式会社" }));
  await ingest();
  expect(sink.learned.map(({ securityCode, name }) => [securityCode, name]).sort()).toEqual([
    ["7203", "見本自動車株式会社"],
    ["9999", "見本株式会社"],
  ]);
});

test("a PDF with text becomes pages and sections, an IR deck its type from its title", async () => {
  put("a/b.pdf", Buffer.from(pdfOf([{ text: "売上の概況について" }, { text: "営業利益の見通し" }]), "latin1"));
  put("manifest.json", JSON.stringify({ documents: [presentation] }));
  await ingest();
  const [document] = [...sink.documents.values()];
  expect(document).toMatchObject({
    family: "ir_material",
    type: "ir_presentation",
    securityCode: "7203",
    status: "ready",
  });
  expect(document?.pages).toHaveLength(2);
  expect(document?.pages[0]).toMatchObject({ width: 595, height: 842, listed: true });
  expect(document?.sections.map((section) => section.markdown).join("")).toContain("売上の概況について");
  expect(document?.originals).toMatchObject([{ originalId: "pdf", mediaType: "application/pdf", fileName: "b.pdf" }]);
});

test("a PDF without text is delivered as images and marked as having no text", async () => {
  put("a/b.pdf", Buffer.from(pdfOf([{ text: "" }, { text: "" }]), "latin1"));
  put("manifest.json", JSON.stringify({ documents: [presentation] }));
  await ingest();
  const [document] = [...sink.documents.values()];
  expect(document).toMatchObject({ status: "unavailable", sections: [] });
  expect(document?.pages).toHaveLength(2);
});

test("a package beside its PDF is one document: text from the one, pages from the other", async () => {
  put("x.zip", makeFiling());
  put("x.pdf", Buffer.from(pdfOf([{ text: "紙" }]), "latin1"));
  put("documents.csv", "file,also,family,id\r\nx.zip,x.pdf,edinet_filing,S1000001\r\n");
  await ingest();
  const document = sink.documents.get("S1000001");
  expect(document?.sections.length).toBeGreaterThan(3);
  expect(document?.pages).toHaveLength(1);
  expect(document?.originals.map((original) => original.originalId)).toEqual(["zip", "pdf"]);
});

const html = (body: string) => `<html><head><meta charset="utf-8"></head><body>${body}</body></html>`;
/** A pixel. */
const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
  "base64",
);

test("a page of HTML is a document: its text in sections, its images beside it, its facts from the manifest", async () => {
  put(
    "ir/plan.htm",
    html('<h1>中期経営計画</h1><p>売上高を倍にする。</p><img src="img/chart.png"><h2>投資</h2><p>工場を建てる。</p>'),
  );
  put("ir/img/chart.png", png);
  const line = { file: "ir/plan.htm", family: "ir_material", title: "中期経営計画", published_at: "2026-05-01" };
  put("manifest.json", JSON.stringify({ documents: [line] }));
  await ingest();
  const [document] = [...sink.documents.values()];
  expect(document).toMatchObject({ family: "ir_material", title: "中期経営計画", status: "ready", pages: [] });
  expect(document?.sections.map((section) => section.title)).toEqual(["中期経営計画", "投資"]);
  expect(document?.sections[0]?.markdown).toContain("![](images/chart.png)");
  expect(document?.images.map((image) => image.name)).toEqual(["chart.png"]);
});

test("a folder of pages is one document in the order of their names, and its cover tells what the manifest does not", async () => {
  const cover = [
    ["提出書類", "有価証券報告書"],
    ["提出日", "2026年６月25日"],
    ["事業年度", "第42期（自 2025年４月１日 至 2026年３月31日）"],
    ["会社名", "見本製紙株式会社"],
  ];
  const rows = cover.map(([label, value]) => `<tr><td>【${label}】</td><td>${value}</td></tr>`).join("");
  put("S1000042/02.html", html("<h2>第１ 【企業の概況】</h2><p>紙を作る。</p>"));
  put("S1000042/01.html", html(`<h1>【表紙】</h1><table>${rows}</table>`));
  put("S1000042/stray.pdf", "not asked for");
  const line = { file: "S1000042", id: "S1000042", family: "edinet_filing", title: "有価証券報告書" };
  put("manifest.json", JSON.stringify({ documents: [line] }));
  const report = await ingest();
  expect(report.lines(0).join("\n")).toContain("0 set aside");
  const document = sink.documents.get("S1000042");
  expect(document).toMatchObject({
    type: "annual_securities_report",
    title: "有価証券報告書－第42期(2025/04/01－2026/03/31)",
    issuerName: "見本製紙株式会社",
    timelineAtMs: Date.parse("2026-06-25T00:00:00+09:00"),
    fiscalPeriod: "2025FY",
  });
  expect(document?.sections.map((section) => section.title)).toEqual(["【表紙】", "第１ 【企業の概況】"]);
});

test("pages are read in the order of the line, and a changed page makes the document change", async () => {
  put("b.htm", html("<h1>後</h1><p>後の文。</p>"));
  put("a.htm", html("<h1>先</h1><p>先の文。</p>"));
  const line = { file: "b.htm", also: ["a.htm"], family: "ir_material", title: "資料", published_at: "2026-05-01" };
  put("manifest.json", JSON.stringify({ documents: [line] }));
  const titles = () => [...sink.documents.values()][0]?.sections.map((section) => section.title);
  await ingest();
  expect(titles()).toEqual(["後", "先"]);
  put("a.htm", html("<h1>新</h1><p>新しい文。</p>"));
  await ingest();
  expect(titles()).toEqual(["後", "新"]);
});

test("a page that leads out of the folder by a link, or refers to files outside, brings nothing from there", async () => {
  put("x/1.htm", html('<h1>題</h1><p>文。</p><img src="../secret.png"><img src="/etc/hostname">'));
  put("secret.png", png);
  symlinkSync("/etc/hostname", join(folder, "x/2.htm"));
  const line = { file: "x", family: "ir_material", title: "資料", published_at: "2026-05-01" };
  put("manifest.json", JSON.stringify({ documents: [line, { ...line, file: "x/2.htm" }] }));
  const report = await ingest();
  expect([...sink.documents.values()].map((document) => document.images)).toEqual([[]]);
  expect(report.lines(0).join("\n")).toMatch(/x\/2\.htm: (?:unsafe_path|bad_manifest)/);
});

test("a document is pending until its time, and delivered by a run after it", async () => {
  put("a/b.pdf", Buffer.from(pdfOf([{ text: "売上の概況について" }]), "latin1"));
  put("manifest.json", JSON.stringify({ documents: [{ ...presentation, release_at: "2026-05-11" }] }));
  await ingest();
  expect([...sink.documents.values()][0]?.status).toBe("pending_release");
  nowMs += 2 * 86_400_000;
  await ingest();
  expect([...sink.documents.values()][0]?.status).toBe("ready");
});

test("files without any description are set aside, and the rest is ingested", async () => {
  put("stray.pdf", Buffer.from(pdfOf([{ text: "誰のものか" }]), "latin1"));
  put("S1000007.zip", makeFiling());
  put("manifest.json", JSON.stringify({ documents: [{ ...presentation, file: "missing.pdf" }] }));
  const report = await ingest();
  expect([...sink.documents.keys()]).toEqual(["S1000007"]);
  expect(report.lines(0).join("\n")).toMatch(/stray\.pdf: missing_facts/);
  expect(report.lines(0).join("\n")).toMatch(/missing\.pdf: bad_manifest/);
});

test("a link that leads out of the folder is not followed", async () => {
  symlinkSync("/etc/hostname", join(folder, "out.pdf"));
  put("manifest.json", JSON.stringify({ documents: [{ ...presentation, file: "out.pdf" }] }));
  const report = await ingest();
  expect(report.lines(0).join("\n")).toContain("unsafe_path");
  expect(sink.blobs.size).toBe(0);
});

test("news comes in from JSON and from CSV, with its references", async () => {
  put(
    "manifest.json",
    JSON.stringify({
      news: [
        {
          id: "n1",
          statement: "発表した。",
          observed_at: "2026-05-10T15:05:00+09:00",
          security_codes: ["7203"],
          references: [{ document: "S1000001", page: 3 }],
        },
      ],
    }),
  );
  put(
    "news.csv",
    'id,statement,observed_at,security_codes,reference_url\nn2,"改行の\nある文、と引用符""一つ""",2026-05-11,7203 130A,https://example.com/x\n',
  );
  await ingest();
  expect(sink.news.get("n1")).toMatchObject({
    title: null,
    securityCodes: ["7203"],
    references: [{ documentId: "S1000001", pageNumber: 3 }],
  });
  expect(sink.news.get("n2")).toMatchObject({
    statement: '改行の\nある文、と引用符"一つ"',
    securityCodes: ["7203", "130A"],
    references: [{ url: "https://example.com/x" }],
  });
});

test("a second run changes nothing", async () => {
  put("a/b.pdf", Buffer.from(pdfOf([{ text: "売上の概況について" }]), "latin1"));
  put(
    "manifest.json",
    JSON.stringify({ documents: [presentation], news: [{ id: "n1", statement: "文", observed_at: "2026-05-10" }] }),
  );
  await ingest();
  const state = sink.state();
  const report = await ingest();
  expect(sink.state()).toBe(state);
  expect(report.lines(0)[0]).toContain("0 new, 0 changed, 2 as before");
});

describe("an error is reported with line and column", () => {
  const faults = (text: string) => {
    const reading = readJsonManifest(text);
    return "faults" in reading ? reading.faults.map(({ line, column, message }) => `${line}:${column} ${message}`) : [];
  };

  test.each([
    [
      '{\n "documents": [\n  { "file": "a.pdf", "family": "ir" }\n ]\n}',
      "3:32 'documents.0.family' must be one of edinet_filing, timely_disclosure, ir_material.",
    ],
    ['{\n "news": [{ "id": "n", "statement": "文" }] }', "2:11 'news.0.observed_at' is missing."],
    ['{ "documents": [{ "file": 7, "family": "ir_material" }] }', "1:27 'documents.0.file' must be of type string."],
    ['{ "document": [] }', "1:15 'document' is no known name."],
    [
      '{ "documents": [{ "file": "../a.pdf", "family": "ir_material" }] }',
      "1:27 'documents.0.file' must be a path inside the folder.",
    ],
    [
      '{ "documents": [{ "file": "a.pdf", "family": "ir_material", "published_at": "2026-02-30" }] }',
      "1:77 'documents.0.published_at' must be a day, or a time with its offset as in 2026-05-10T15:00:00+09:00.",
    ],
    ['{ "documents": [\n  { "file": "a.pdf", }\n] }', "2:22 Expected a name in double quotes."],
    ['{ "news": [] "documents": [] }', '1:14 Expected ",".'],
    ['{ "news": [], "news": [] }', '1:15 "news" is given twice.'],
    ['{ "news": [\n', "2:1 The file ends too early."],
    ['{ "見出し": "😀", "x": 1 }', "1:10 '見出し' is no known name."],
  ])("%s", (text, fault) => {
    expect(faults(text)).toContain(fault);
  });

  test("in CSV by the cell, and by the line where a value is missing", () => {
    const reading = readCsvManifest(
      "file,family,security_code\na.pdf,ir_material,7203\n\nb.pdf,ir_material,72O3X\n,ir_material,\n",
      "documents",
    );
    expect("faults" in reading ? reading.faults : []).toEqual([
      { line: 4, column: 19, message: "'security_code' must be a security code, as 7203 or 130A." },
      { line: 5, column: 1, message: "'file' is missing." },
    ]);
  });

  test("a JSON text is read as by JSON.parse, or refused like there", () => {
    fc.assert(
      fc.property(fc.oneof(fc.json(), fc.string({ unit: fc.constantFrom(...'{}[]",:01e-+.tfn \\u\n') })), (text) => {
        const parse = (read: () => unknown): unknown => {
          try {
            return JSON.stringify(read());
          } catch {
            return "refused";
          }
        };
        expect(parse(() => parseLocatedJson(text).value)).toBe(parse(() => JSON.parse(text)));
      }),
      { numRuns: 600 },
    );
  });
});
