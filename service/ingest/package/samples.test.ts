import { describe, expect, test } from "vitest";
import { countCharacters } from "../../../lib/format/count-characters.ts";
import { openArchive } from "../archive/archive.ts";
import { hasSamples, sample } from "../testing/samples.ts";
import { renderedText, squeeze, visibleText } from "../testing/visible-text.ts";
import { decodeText } from "../text/decode.ts";
import { type DocumentDraft, readPackage } from "./read-package.ts";

const packages = [
  "packages/S100TMMG.zip",
  "packages/S100AJZW.zip",
  "packages/S100MMP3.zip",
  "fsa/02-annual-report.zip",
  "fsa/04-semiannual-bank.zip",
  "fsa/07-shelf-registration.zip",
  "fsa/10-fund-registration.zip",
  "fsa/16-tender-offer.zip",
  "fsa/18-large-holding.zip",
  "fsa/20-amended-annual-report.zip",
  "tdnet/annual-summary.zip",
  "tdnet/forecast-revision.zip",
];

async function readOne(path: string): Promise<DocumentDraft> {
  const [draft] = await readPackage(sample(path));
  if (draft === undefined) throw new Error(`no document in ${path}`);
  return draft;
}

async function sourceText(path: string, draft: DocumentDraft): Promise<string> {
  const archive = await openArchive(sample(path));
  const texts: string[] = [];
  for (const name of draft.pageNames) {
    const entry = archive.entries.find((each) => each.path.endsWith(`/${name}`) || each.path === name);
    if (entry === undefined) throw new Error(`no ${name}`);
    texts.push(visibleText(decodeText(await archive.read(entry.path))));
  }
  archive.close();
  return texts.join("");
}

describe.skipIf(!hasSamples)("real packages (skipped where ../shared/samples is missing)", () => {
  test.each(packages)("every visible character of %s is delivered, and no other", { timeout: 60_000 }, async (path) => {
    const draft = await readOne(path);
    const delivered = draft.sections.map((section) => renderedText(section.markdown)).join("");
    expect(firstDifference(await sourceText(path, draft), delivered)).toBeUndefined();
  });

  test.each(packages)("a body of %s renders as its sections do", { timeout: 60_000 }, async (path) => {
    const { sections } = await readOne(path);
    const body = renderedText(sections.map((section) => section.markdown).join(""));
    expect(firstDifference(sections.map((section) => renderedText(section.markdown)).join(""), body)).toBeUndefined();
  });

  test.each(packages)("sections of %s form a tree in reading order with unique ids", async (path) => {
    const { sections } = await readOne(path);
    const levels = new Map<string, number>();
    for (const section of sections) {
      expect(section.sectionId).toMatch(/^[A-Za-z0-9._:-]{1,128}$/);
      expect(levels.has(section.sectionId)).toBe(false);
      const parent = section.parentSectionId === null ? 0 : levels.get(section.parentSectionId);
      expect(parent).toBe(section.level - 1);
      expect(section.title.trim()).not.toBe("");
      levels.set(section.sectionId, section.level);
    }
  });

  test.each([
    ["packages/S100TMMG.zip", 19, [2, 7, 26, 57, 37, 47], 166, 13, 83_421],
    ["packages/S100AJZW.zip", 12, [3, 7, 25, 24, 17, 11], 248, 0, 120_174],
    ["packages/S100MMP3.zip", 8, [1, 6, 16, 22, 18, 35], 134, 13, 97_795],
  ] as const)(
    "%s has the pages, headings, tables and characters that were counted",
    async (path, pages, headings, tables, nested, characters) => {
      const draft = await readOne(path);
      expect(draft.pageNames).toHaveLength(pages);
      expect(draft.counts).toEqual({ headings, tables, nestedTables: nested });
      const all = draft.sections.map((section) => renderedText(section.markdown)).join("");
      expect(countCharacters(squeeze(all))).toBe(characters);
    },
  );

  test("the cover is the first section and hidden facts never leak", async () => {
    const { sections } = await readOne("packages/S100TMMG.zip");
    expect(sections[0]?.title).toBe("表紙");
    expect(sections[0]?.markdown).toContain("有価証券報告書");
    const body = sections.map((section) => section.markdown).join("");
    expect(body).not.toContain("企業内容等の開示に関する内閣府令第三号様式");
    expect(body).not.toContain("E02367-000");
  });

  test("a page that the manifest names and the package lacks is told, and the rest is read", async () => {
    const draft = await readOne("packages/S100MMP3.zip");
    expect(draft.missingPages).toHaveLength(2);
  });

  test("the second instance's page is read in its place among the first's", async () => {
    const draft = await readOne("packages/S100AJZW.zip");
    expect(draft.pageNames.map((name) => name.slice(0, 7))).toEqual(
      draft.pageNames.map((name) => name.slice(0, 7)).toSorted(),
    );
  });
});

function firstDifference(expected: string, actual: string): string | undefined {
  if (expected === actual) return undefined;
  let at = 0;
  while (expected[at] === actual[at]) at++;
  return `at ${at}: expected …${expected.slice(at - 20, at + 40)}…, got …${actual.slice(at - 20, at + 40)}…`;
}
