import { expect, it } from "vitest";
import { countFigures } from "../../../lib/evidence/figures/count.ts";
import { openArchive } from "../../../lib/kit/archives/archive.ts";
import type { Publication } from "../../domain/publishing/publication.ts";
import { readPackage } from "../../ingest/package/read-package.ts";
import { companyOf } from "../company.ts";
import { readSampleData } from "../data.ts";
import { type Recipe, write as writeFor } from "../documents.ts";
import { issuerOf } from "../issuers.ts";
import { sampleMakers } from "../makers.ts";
import { marketOf } from "../market.ts";
import { statementsOf } from "./elements.ts";
import { packZip } from "./pack.ts";

const span = { seed: 1, years: 1, anchorDay: "2026-11-20", lengths: "short" } as const;
/** IFRS, the Japanese standard, a bank, the American standard. */
const indexes = [2, 3, 6, 14];

const data = readSampleData();
const write = (recipe: Recipe) => writeFor(companyOf(data, recipe.seed, recipe.issuer), recipe);

function annualOf(index: number): { report: Publication; recipe: Recipe } {
  const report = marketOf(data, index, span).documents.find(
    ({ type, amendsDocumentId }) => type === "annual_securities_report" && amendsDocumentId === null,
  );
  const source = report?.originals.find(({ originalId }) => originalId === "zip")?.source;
  if (report === undefined || source === undefined || !("maker" in source)) throw new Error("no package");
  return { report, recipe: source.recipe as Recipe };
}

async function pagesOf(zip: Uint8Array): Promise<string[]> {
  const archive = await openArchive(Buffer.from(zip));
  const pages = archive.entries.filter(({ path }) => path.endsWith("_ixbrl.htm")).map(({ path }) => path);
  const texts = await Promise.all(pages.map(async (path) => (await archive.read(path)).toString("utf8")));
  archive.close();
  return texts;
}

const plain = (html: string) =>
  html
    .replace(/<[^>]+>/g, "")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&");

it.each(indexes)("tells of each package of issuer %i how many figures a reader finds in it", async (index) => {
  const counts = new Set<number>();
  for (const { documentId, originals, type } of marketOf(data, index, span).documents) {
    const zip = originals.find(({ originalId }) => originalId === "zip");
    if (zip === undefined || !("maker" in zip.source)) continue;
    const recipe = zip.source.recipe as Recipe;
    // Of the kinds without figures one each is enough.
    if (zip.factCount === 0 && counts.has(0) && type !== "annual_securities_report") continue;
    const made = await packZip(documentId, write(recipe), recipe);
    expect(zip.factCount, documentId).toBe(await countFigures(Buffer.from(made)));
    counts.add(zip.factCount ?? -1);
  }
  expect([...counts].some((count) => count > 100)).toBe(true);
});

it.each(indexes)(
  "tags every figure of the statements of issuer %i, with the value that the text prints",
  async (index) => {
    const { report, recipe } = annualOf(index);
    const pages = await pagesOf(await packZip(report.documentId, write(recipe), recipe));
    const html = pages.join("\n");
    const standard = issuerOf(data, span.seed, index).issuer.standard;
    let tagged = 0;
    for (const id of [...Object.keys(statementsOf(standard === "IFRS")), "note-segments"]) {
      const section = report.sections.find(({ sectionId }) => sectionId === id);
      for (const line of section?.markdown.split("\n").filter((each) => each.startsWith("| ")) ?? []) {
        const [label = "", ...cells] = line.slice(2, -2).split(" | ");
        const figures = cells.filter((cell) => /^△?\d[\d,.]*$/.test(cell));
        if (figures.length === 0 || cells.some((cell) => /年|％$/.test(cell))) continue;
        // One row has the same label and the same figures, each of them a fact, its sign beside it.
        const rows = [...html.matchAll(/<tr>(?:(?!<\/tr>).)*<\/tr>/gs)].map(([row]) => row);
        const row = rows.find((each) => plain(each) === [label, ...cells].join(""));
        if (section?.sectionId === "note-segments" && !/^(外部|セグメント|減価|有形)/.test(label)) continue;
        expect(row, `${id}: ${label}`).toBeDefined();
        const facts = [...(row ?? "").matchAll(/<ix:nonFraction ([^>]*)>([^<]*)</g)];
        expect(
          facts.map(([, tags = "", value = ""]) => (tags.includes('sign="-"') ? `△${value}` : value)),
          `${id}: ${label}`,
        ).toEqual(figures);
        tagged += facts.length;
      }
    }
    expect(tagged).toBeGreaterThan(200);
  },
);

it("declares every context and unit that a fact refers to, and five years of key figures", async () => {
  const { report, recipe } = annualOf(2);
  const html = (await pagesOf(await packZip(report.documentId, write(recipe), recipe))).join("\n");
  const declared = new Set([...html.matchAll(/<xbrli:(?:context|unit) id="([^"]+)"/g)].map(([, id]) => id));
  const used = new Set([...html.matchAll(/(?:contextRef|unitRef)="([^"]+)"/g)].map(([, id]) => id));
  expect([...used].filter((id) => !declared.has(id))).toEqual([]);
  for (const period of ["Prior4Year", "Prior3Year", "Prior2Year", "Prior1Year", "CurrentYear"])
    expect(used.has(`${period}Duration`)).toBe(true);
  expect([...used].some((id) => id?.includes("Segment3ReportableSegmentsMember"))).toBe(true);
});

it("is read by our own ingestion, with the sections of the report", async () => {
  const { report, recipe } = annualOf(3);
  const [draft] = await readPackage(Buffer.from(await packZip(report.documentId, write(recipe), recipe)));
  const squeeze = (text: string) => text.replace(/\s/g, "");
  const titles = new Set(draft?.sections.map(({ title }) => squeeze(title)));
  const missing = report.sections.map(({ title }) => squeeze(title)).filter((title) => !titles.has(title));
  expect(missing).toEqual([]);
});

it("is the same in the same bytes, made in its thread", async () => {
  const { report, recipe } = annualOf(3);
  const make = sampleMakers["sample-zip"];
  const made = await make?.(recipe, report.documentId, new AbortController().signal);
  expect(
    Buffer.from(made as Uint8Array).equals(Buffer.from(await packZip(report.documentId, write(recipe), recipe))),
  ).toBe(true);
});
