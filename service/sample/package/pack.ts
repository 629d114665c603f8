import { ZipFile } from "yazl";
import { fiscalYear } from "../calendar.ts";
import type { Recipe, Written } from "../documents.ts";
import { withNames } from "../names.ts";
import { hasFactsIn } from "./count-facts.ts";
import { Tagger } from "./facts.ts";
import { labels, presentation, resources, taxonomies } from "./linkbases.ts";
import { escapeXml, sectionHtml } from "./xhtml.ts";

/**
 * A package as a filer would send it: one page of inline XBRL a part of the report, the periods and units in the first,
 * the presentation and labels beside them, and a manifest in reading order. The figures are those of the text: only
 * what stands in a cell is tagged.
 */
export async function packZip(documentId: string, written: Written, recipe: Recipe): Promise<Uint8Array> {
  const { company, title } = written;
  const { issuer } = company;
  const sections = withNames(written.sections, company.data);
  const hasFacts = hasFactsIn(recipe);
  const tagger = hasFacts ? new Tagger(company) : undefined;
  const { end } = fiscalYear(recipe.year, issuer.closingMonth);
  const stem = hasFacts ? `jpcrp030000-asr-001_${issuer.edinetCode ?? ""}-000_${end}_01_${recipe.day}` : documentId;
  const parts: string[][] = [];
  for (const section of sections) {
    const begins = section.level <= 2 || section.sectionId === "consolidated" || section.sectionId === "standalone";
    // The first page is the cover alone.
    if (begins || parts.length < 2) parts.push([]);
    parts.at(-1)?.push(sectionHtml(section, tagger));
  }
  const bodies = parts.map((part) => part.join("\n"));
  const files = new Map<string, string>();
  const names = bodies.map((body, at) => {
    const name = `${String(at === 0 ? 0 : 101_000 + at * 10).padStart(7, "0")}_${at === 0 ? "header" : "honbun"}_${stem}_ixbrl.htm`;
    const hidden = at === 0 && tagger !== undefined ? headerOf(tagger, written, recipe) : "";
    files.set(name, page(title, `${hidden}${body}`, tagger));
    return name;
  });
  if (tagger !== undefined) {
    files.set(`${stem}_pre.xml`, presentation(tagger));
    files.set(`${stem}_lab.xml`, labels(tagger, company));
  }
  files.set("manifest_PublicDoc.xml", manifest(stem, names));
  return zipOf(files, recipe.atMs);
}

/** The hidden facts of the filing about itself, and the contexts of its figures. */
function headerOf(tagger: Tagger, { company: { issuer } }: Written, { year, day }: Recipe): string {
  const standard = { 日本基準: "Japan GAAP", IFRS: "IFRS", 米国基準: "US GAAP" }[issuer.standard];
  const { start, end } = fiscalYear(year, issuer.closingMonth);
  const facts = {
    EDINETCodeDEI: issuer.edinetCode ?? "",
    SecurityCodeDEI: `${issuer.securityCode}0`,
    FilerNameInJapaneseDEI: issuer.name,
    FilerNameInEnglishDEI: issuer.nameEn,
    AccountingStandardsDEI: standard,
    WhetherConsolidatedFinancialStatementsArePreparedDEI: "true",
    CurrentFiscalYearStartDateDEI: start,
    CurrentFiscalYearEndDateDEI: end,
    TypeOfCurrentPeriodDEI: "FY",
  };
  const hidden = Object.entries(facts).map(
    ([name, value]) =>
      `<ix:nonNumeric contextRef="FilingDateInstant" name="jpdei_cor:${name}">${escapeXml(value)}</ix:nonNumeric>`,
  );
  return `<div style="display:none"><ix:header>\n<ix:hidden>\n${hidden.join("\n")}\n</ix:hidden>\n<ix:resources>\n${resources(tagger, issuer, year, day)}\n</ix:resources>\n</ix:header></div>\n`;
}

function page(title: string, body: string, tagger: Tagger | undefined): string {
  const spaces = [
    'xmlns="http://www.w3.org/1999/xhtml"',
    ...(tagger === undefined
      ? []
      : [
          'xmlns:ix="http://www.xbrl.org/2008/inlineXBRL"',
          'xmlns:ixt="http://www.xbrl.org/inlineXBRL/transformation/2011-07-31"',
          'xmlns:xbrli="http://www.xbrl.org/2003/instance"',
          'xmlns:xbrldi="http://xbrl.org/2006/xbrldi"',
          'xmlns:iso4217="http://www.xbrl.org/2003/iso4217"',
          ...taxonomies,
          `xmlns:${tagger.extension}="http://disclosure.edinet-fsa.go.jp/jpcrp030000/asr/001/${tagger.extension}"`,
        ]),
  ];
  return `<?xml version="1.0" encoding="utf-8"?>\n<html ${spaces.join(" ")} xml:lang="ja">\n<head><title>${escapeXml(title)}</title></head>\n<body>\n${body}\n</body>\n</html>\n`;
}

function manifest(stem: string, names: readonly string[]): string {
  const items = names.map((name) => `      <ixbrl>${name}</ixbrl>`).join("\n");
  return `<?xml version="1.0" encoding="utf-8"?>\n<manifest xmlns="http://disclosure.edinet-fsa.go.jp/2013/manifest">\n  <list>\n    <instance id="report" type="PublicDoc" preferredFilename="${stem}.xbrl">\n${items}\n    </instance>\n  </list>\n</manifest>\n`;
}

async function zipOf(files: ReadonlyMap<string, string>, createdAtMs: number): Promise<Uint8Array> {
  const zip = new ZipFile();
  const mtime = wallClock(createdAtMs);
  for (const [name, text] of files)
    zip.addBuffer(Buffer.from(text, "utf8"), `XBRL/PublicDoc/${name}`, { mtime, forceDosTimestamp: true });
  zip.end();
  const chunks: Uint8Array[] = [];
  for await (const chunk of zip.outputStream) chunks.push(chunk as Uint8Array);
  return Buffer.concat(chunks);
}

/** A ZIP has local times without a zone, so Japan's time is used to get the same bytes everywhere. */
function wallClock(ms: number): Date {
  const japan = new Date(ms + 9 * 3_600_000);
  return new Date(
    japan.getUTCFullYear(),
    japan.getUTCMonth(),
    japan.getUTCDate(),
    japan.getUTCHours(),
    japan.getUTCMinutes(),
    japan.getUTCSeconds(),
  );
}
