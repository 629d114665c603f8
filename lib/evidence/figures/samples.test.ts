import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { readPackage } from "../../../service/ingest/package/read-package.ts";
import { makeFiling } from "../../../service/ingest/testing/make-filing.ts";
import { withSamples } from "../../../service/ingest/testing/samples.ts";
import { openArchive } from "../../kit/archives/archive.ts";
import type { Figures } from "./model.ts";
import { sectionOfLines } from "./places.ts";
import { readPlainDecimal } from "./reading/decimal.ts";
import { readFigures } from "./reading/read-figures.ts";
import { readInstance } from "./reading/read-instance.ts";
import { packFigures, unpackFigures } from "./stored.ts";
import { makeReport, makeSummary } from "./testing/make-package.ts";

/** Figures equal the filing's text: each is found, as it is printed, in the section that its link leads to. */
async function foundInText(
  zip: Buffer,
): Promise<{ shown: number; missed: string[]; rows: number; rowsMissed: number }> {
  const figures = await readFigures(zip);
  const drafts = await readPackage(zip);
  const sections = drafts.flatMap((draft) => draft.sections);
  const places = sectionOfLines(
    figures.landmarks,
    sections.map(({ title }) => title),
  );
  const texts = sections.map(({ markdown }) => comparable(markdown));
  const missed: string[] = [];
  let [shown, rows, rowsMissed] = [0, 0, 0];
  for (const fact of figures.facts) {
    if (fact.shown === null) continue;
    shown++;
    const text = texts[Math.max(0, places[fact.landmark] ?? 0)] ?? "";
    if (!text.includes(comparable(fact.shown))) missed.push(`${figures.elements[fact.element]?.name} ${fact.shown}`);
    if (fact.row === null) continue;
    rows++;
    if (!text.includes(comparable(fact.row))) rowsMissed++;
  }
  return { shown, missed, rows, rowsMissed };
}

/** Without the marks and spaces of Markdown and HTML. */
function comparable(text: string): string {
  const plain = text
    .replace(/<[^>]*>/g, "")
    .replaceAll("&lt;", "<")
    .replaceAll("&amp;", "&");
  return plain.replace(/[\s\u3000\u00a0\\|]+/g, "");
}

test.each([
  ["a report", makeReport(), 13],
  ["a summary", makeSummary({ result: 1200, forecast: [1300, 1400] }), 3],
  ["a filing without figures", makeFiling(), 0],
])("of %s of our own making every figure stands in its section's text", async (_, zip, count) => {
  const { shown, missed } = await foundInText(zip);
  expect(missed).toEqual([]);
  expect(shown).toBe(count);
});

/** By package: displayed figures, all of which are found, and those that are in the package's own instance. */
const given: readonly (readonly [string, number, number])[] = [
  ["packages/S100TMMG.zip", 993, 1056],
  ["packages/S100AJZW.zip", 899, 997],
  // Two of its pages are missing: what they hold is read from its instance.
  ["packages/S100MMP3.zip", 781, 1094],
  ["tdnet/annual-summary.zip", 333, 0],
  ["tdnet/forecast-revision.zip", 5, 0],
  ["fsa/02-annual-report.zip", 1365, 1460],
  ["fsa/04-semiannual-bank.zip", 649, 682],
  ["fsa/10-fund-registration.zip", 145, 149],
  ["fsa/18-large-holding.zip", 26, 30],
  ["fsa/20-amended-annual-report.zip", 1365, 1460],
];

withSamples((sample) => {
  describe.each(given)("%s", (path, shownCount, instanceCount) => {
    test(`has ${shownCount} displayed figures, each in the text of its section with the words of its row`, async () => {
      const found = await foundInText(readFileSync(sample(path)));
      expect(found.missed).toEqual([]);
      expect(found.shown).toBe(shownCount);
      expect(found.rowsMissed / found.rows).toBeLessThan(0.02);
    });

    test("keeps everything when it is stored", async () => {
      const figures = await readFigures(readFileSync(sample(path)));
      expect(figures.unreadCount).toBe(0);
      expect(unpackFigures(packFigures(figures))).toEqual(figures);
    });

    if (instanceCount > 0) {
      test(`equals the package's own instance in all ${instanceCount} values, periods and units`, async () => {
        const zip = readFileSync(sample(path));
        const figures = await readFigures(zip);
        const ours = figures.facts.map((fact) => lineOf(figures, fact)).sort();
        const theirs = await instanceLines(zip);
        // Inline XBRL may print a fact in several places, which the instance states once.
        expect([...new Set(ours)].sort()).toEqual([...new Set(theirs)].sort());
        expect(figures.facts).toHaveLength(instanceCount);
      });
    }
  });
});

function lineOf(figures: Figures, { element, context, unit, value }: Figures["facts"][number]): string {
  const { start, end, members } = figures.contexts[context] ?? { start: null, end: null, members: [] };
  const dimensions = members.map(({ axis, member }) => `${axis}=${member}`).sort();
  return [figures.elements[element]?.name, start, end, ...dimensions, figures.units[unit], value].join(" ");
}

/** An independent witness: EDINET made these instances from the same pages. */
async function instanceLines(zip: Buffer): Promise<string[]> {
  const archive = await openArchive(zip);
  const lines: string[] = [];
  for (const { path } of archive.entries.filter((entry) => /PublicDoc\/[^/]*\.xbrl$/.test(entry.path))) {
    const { facts, contexts } = readInstance((await archive.read(path)).toString("utf8"));
    for (const { name, contextRef, unitRef, text, nil } of facts) {
      if (unitRef === undefined) continue;
      const { start, end, members } = contexts.contexts.get(contextRef) ?? { start: null, end: null, members: [] };
      const dimensions = members.map(({ axis, member }) => `${axis}=${member}`).sort();
      const value = nil ? null : readPlainDecimal(text);
      lines.push([name, start, end, ...dimensions, contexts.units.get(unitRef), value].join(" "));
    }
  }
  archive.close();
  return lines;
}
