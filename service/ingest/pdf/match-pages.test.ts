import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { defaultArchiveLimits, openArchive } from "../../../lib/kit/archives/archive.ts";
import type { PublicationSection } from "../../domain/publishing/publication.ts";
import { createPdfRenderer, type PdfRenderer } from "../../pdf/index.ts";
import { readPackage } from "../package/read-package.ts";
import { withSamples } from "../testing/samples.ts";
import { decodeText } from "../text/decode.ts";
import { comparable } from "./comparable.ts";
import { matchPages } from "./match-pages.ts";
import { readPdf } from "./read-pdf.ts";

const section = (title: string, ...blocks: readonly string[]): PublicationSection => ({
  sectionId: title,
  title,
  level: 1,
  parentSectionId: null,
  markdown: [`# ${title}`, ...blocks, ""].join("\n\n"),
});
const lines = (...texts: readonly string[]) =>
  texts.map((text, at) => ({ text, top: 50 + at * 20, size: 10, left: 50 }));

const sales = "売上高は前期に比べて三百二十億円の増加となり、主力の工作機械が北米で伸びました。";
const costs = "原材料の価格が高止まりしたため、製造原価は百四十億円ふえて二千億円に達しました。";
const risks = "為替の変動は連結の業績に影響を与えるため、先物の予約により一部を固定しています。";
const table = "| 科目 | 前期 | 当期 |\n| --- | --- | --- |\n| 流動資産 | 1,234 | 5,678 |\n| 固定資産 | 2,345 | 6,789 |";
const places = (sections: readonly PublicationSection[]) =>
  sections.map(({ title, pageNumber }) => `${title} ${pageNumber ?? "?"}`);

describe("pages of a filing's sections", () => {
  it("are those with their words, whatever else is on the page", () => {
    const sections = [section("業績", sales, costs), section("財政状態", table), section("リスク", risks)];
    const told = matchPages(sections, [
      lines("第20期 有価証券報告書", "業績", sales),
      lines("第20期 有価証券報告書", costs, "財政状態", "科目 前期 当期", "流動資産 1,234 5,678"),
      lines("第20期 有価証券報告書", "固定資産 2,345 6,789", "リスク", risks),
    ]);
    expect(places(told)).toEqual(["業績 1", "財政状態 2", "リスク 3"]);
    expect(told[0]?.pageBreaks).toEqual([{ pageNumber: 2, characters: `# 業績\n\n${sales}\n\n`.length }]);
    expect(told[1]?.pageBreaks?.map(({ pageNumber }) => pageNumber)).toEqual([3]);
    expect(told.every(({ pageConfidence }) => (pageConfidence ?? 0) > 0.5 && (pageConfidence ?? 0) < 1)).toBe(true);
  });

  it("are found among headings that come twice", () => {
    const told = matchPages(
      [section("概況", sales), section("その他", costs), section("概要", risks), section("その他", table)],
      [lines("概況", sales), lines("その他", costs), lines("概要", risks), lines("その他", "流動資産 1,234 5,678")],
    );
    expect(places(told)).toEqual(["概況 1", "その他 2", "概要 3", "その他 4"]);
  });

  it("are unknown for a section whose words the PDF lacks, between pages that it has", () => {
    const unprinted = "監査法人の交代については別紙のとおりであり、本紙には記載がありません。";
    const told = matchPages(
      [section("業績", sales), section("監査人", unprinted), section("リスク", risks)],
      [lines("業績", sales), lines("（図表）"), lines("リスク", risks)],
    );
    expect(places(told)).toEqual(["業績 1", "監査人 ?", "リスク 3"]);
  });

  it("are all unknown for a PDF with other text, or none", () => {
    const sections = [section("業績", sales), section("リスク", risks)];
    const english = "Net sales increased by 32 billion yen, with machine tools growing in North America.";
    expect(matchPages(sections, [lines("Results", english), lines("Risks", english)])).toEqual(sections);
    expect(matchPages(sections, [[], []])).toEqual(sections);
  });

  it("never decrease in reading order", () => {
    const told = matchPages(
      [section("業績", sales), section("リスク", risks), section("費用", costs)],
      [lines("費用", costs), lines("業績", sales), lines("リスク", risks)],
    );
    const numbers = told.flatMap(({ pageNumber }) => (pageNumber === undefined ? [] : [pageNumber]));
    expect(numbers).toEqual([...numbers].sort((a, b) => a - b));
    expect(places(told).slice(0, 2)).toEqual(["業績 2", "リスク 3"]);
  });
});

/** The page by proportion: as far into the PDF as the section is into the text. */
function pageByProportion(sections: readonly PublicationSection[], at: number, pageCount: number): number {
  const total = sections.reduce((sum, { markdown }) => sum + markdown.length, 0);
  const before = sections.slice(0, at).reduce((sum, { markdown }) => sum + markdown.length, 0);
  return Math.min(pageCount, 1 + Math.floor((before / total) * (pageCount - 0.001)));
}

interface Truth {
  readonly sections: readonly PublicationSection[];
  readonly outline: readonly { readonly title: string; readonly pageNumber: number | undefined }[];
  readonly pageCount: number;
}

/** Against a PDF's own outline, of titles that come once in text and outline: nothing else could have been meant. */
function score({ sections, outline, pageCount }: Truth) {
  const once = (titles: readonly string[]) => {
    const words = titles.map((title) => comparable(title).text);
    return new Map(
      words.flatMap((word, at) => (words.filter((each) => each === word).length === 1 ? [[word, at]] : [])),
    );
  };
  const entries = once(outline.map(({ title }) => title));
  const counts = { compared: 0, right: 0, wrong: 0, untold: 0, rightByProportion: 0 };
  for (const [title, at] of once(sections.map((each) => each.title))) {
    const page = outline[entries.get(title) ?? -1]?.pageNumber;
    if (page === undefined || title === "") continue;
    const told = sections[at]?.pageNumber;
    counts.compared++;
    if (told === undefined) counts.untold++;
    else if (told === page) counts.right++;
    else counts.wrong++;
    if (pageByProportion(sections, at, pageCount) === page) counts.rightByProportion++;
  }
  return counts;
}

withSamples((sample) => {
  describe("pages of real filings", () => {
    const folder = mkdtempSync(join(tmpdir(), "hiraku-match-"));
    let renderer: PdfRenderer;
    beforeAll(() => {
      renderer = createPdfRenderer({ workers: 2 });
    });
    afterAll(async () => {
      await renderer.close();
      rmSync(folder, { recursive: true });
    });

    /** The pages of a package, printed by a browser one after the other, with an outline of their headings. */
    async function printed(archiveFile: string): Promise<string> {
      const archive = await openArchive(archiveFile, defaultArchiveLimits);
      const names = archive.entries
        .map(({ path }) => path)
        .filter((path) => /PublicDoc\/.*_honbun_.*\.htm$/.test(path));
      const pages = await Promise.all(names.sort().map(async (path) => decodeText(await archive.read(path))));
      archive.close();
      const bodies = pages.map((page) => `<div>${/<body[^>]*>([\s\S]*)<\/body>/.exec(page)?.[1] ?? ""}</div>`);
      const name = basename(archiveFile, ".zip");
      const [html, pdf] = [join(folder, `${name}.html`), join(folder, `${name}.pdf`)];
      const style = "@page{size:A4;margin:15mm} ix\\:header{display:none}";
      writeFileSync(html, `<!doctype html><meta charset="utf-8"><style>${style}</style>${bodies.join("")}`);
      const options = ["--headless", "--no-sandbox", "--disable-gpu", "--no-pdf-header-footer"];
      const outputs = ["--generate-pdf-document-outline", `--print-to-pdf=${pdf}`, `file://${html}`];
      await promisify(execFile)(process.env["CHROMIUM_PATH"] ?? "chromium", [...options, ...outputs]);
      return pdf;
    }

    it.each(["packages/S100TMMG.zip", "pairs/S100T2ZS.zip"])(
      "are all right where %s is printed from its HTML, most of them wrong by proportion",
      { timeout: 900_000 },
      async (name) => {
        const pdf = await printed(sample(name));
        const [draft] = await readPackage(sample(name));
        const { sections, pages } = await readPdf(renderer, pdf, { sections: draft?.sections ?? [], text: true });
        const { outline } = await renderer.overview(pdf);
        const counts = score({ sections, outline, pageCount: pages.length });
        expect(counts.compared).toBeGreaterThan(80);
        expect(counts).toMatchObject({ wrong: 0, untold: 0 });
        expect(counts.rightByProportion).toBeLessThan(counts.compared / 4);
      },
    );

    it("are those of the outline where the text was read from the PDF itself", { timeout: 120_000 }, async () => {
      const pdf = sample("pdf/edinet-api-specification-96-pages.pdf");
      const { sections, pages } = await readPdf(renderer, pdf, { text: true });
      const { outline } = await renderer.overview(pdf);
      const counts = score({ sections, outline, pageCount: pages.length });
      expect(counts.compared).toBeGreaterThan(20);
      expect(counts).toMatchObject({ wrong: 0, untold: 0 });
      expect(sections.flatMap(({ pageBreaks = [] }) => pageBreaks).length).toBeGreaterThan(20);
    });
  });
});
