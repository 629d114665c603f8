import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { openArchive } from "../../../lib/kit/archives/archive.ts";
import { countCharacters } from "../../../lib/text/format/count-characters.ts";
import { makeFiling, manifestOf, page } from "../testing/make-filing.ts";
import { makeZip } from "../testing/make-zip.ts";
import { withSamples } from "../testing/samples.ts";
import { renderedText, squeeze, visibleText } from "../testing/visible-text.ts";
import { decodeText } from "../text/decode.ts";
import { type DocumentDraft, readPackage } from "./read-package.ts";

const folder = mkdtempSync(join(tmpdir(), "hiraku-packages-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Each form found in real filings, as a filing of a few lines. */
const made: Readonly<Record<string, Parameters<typeof makeFiling>[0]>> = {
  "usual.zip": {},
  "plain.zip": { plain: true },
  "tables.zip": {
    body:
      "<h1>第一部 【企業情報】</h1><p>前文。</p><h2>第１ 【概況】</h2>" +
      '<table><tr><td rowspan="2">区分</td><td colspan="2">金額（百万円）</td></tr><tr><td>前期</td><td>当期</td></tr>' +
      "<tr><td>売上高</td><td>1,234</td><td>△56</td></tr></table>" +
      "<table><tr><td>外<table><tr><td>内</td><td>の表</td></tr></table></td></tr></table><p>𠮷野は𩸽を売る。</p>",
  },
  "deep.zip": {
    body:
      "<h1>第一部 【企業情報】</h1><h2>第１ 【概況】</h2><h3>１ 【沿革】</h3><h4>（１）前史</h4><p>甲 &amp; 乙 &lt;丙&gt;</p>" +
      "<h4>（２）その後</h4><p>注１ *印は_見積り_。<br/>次の行。</p><h2>第２ 【事業】</h2><ul><li>一つ</li><li>二つ</li></ul>",
  },
  "hidden.zip": { body: '<h1>第一部 【企業情報】</h1><p>見える。</p><p style="display:none">見えない</p>' },
};
for (const [name, filing] of Object.entries(made)) writeFileSync(join(folder, name), makeFiling(filing));

async function readOne(file: string): Promise<DocumentDraft> {
  const [draft] = await readPackage(file);
  if (draft === undefined) throw new Error(`no document in ${file}`);
  return draft;
}

async function sourceText(file: string, draft: DocumentDraft): Promise<string> {
  const archive = await openArchive(file);
  const texts: string[] = [];
  for (const name of draft.pageNames) {
    const entry = archive.entries.find((each) => each.path.endsWith(`/${name}`) || each.path === name);
    if (entry === undefined) throw new Error(`no ${name}`);
    texts.push(visibleText(decodeText(await archive.read(entry.path))));
  }
  archive.close();
  return texts.join("");
}

/** Properties of every package, real or made for tests. */
function describePackage(name: string, file: string): void {
  describe(name, () => {
    test("every visible character is delivered, and no other", { timeout: 60_000 }, async () => {
      const draft = await readOne(file);
      const delivered = draft.sections.map((section) => renderedText(section.markdown)).join("");
      expect(firstDifference(await sourceText(file, draft), delivered)).toBeUndefined();
    });

    test("the body renders as its sections do", { timeout: 60_000 }, async () => {
      const { sections } = await readOne(file);
      const body = renderedText(sections.map((section) => section.markdown).join(""));
      expect(firstDifference(sections.map((section) => renderedText(section.markdown)).join(""), body)).toBeUndefined();
    });

    test("the sections form a tree in reading order with unique ids", async () => {
      const { sections } = await readOne(file);
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
  });
}

for (const name of Object.keys(made)) describePackage(name, join(folder, name));

test("hidden text of a page, and the facts of its header, are never delivered", async () => {
  const { sections } = await readOne(join(folder, "hidden.zip"));
  const body = sections.map((section) => section.markdown).join("");
  expect(body).toContain("見える。");
  expect(body).not.toContain("見えない");
  expect(body).not.toContain("見本株式会社");
  expect(sections[0]?.title).toBe("表紙");
});

test("a page in the manifest that the package lacks is reported, and the rest is read", async () => {
  const file = join(folder, "missing.zip");
  const extra = [
    {
      name: "XBRL/PublicDoc/manifest_PublicDoc.xml",
      data: manifestOf(["0101010_honbun_x.htm", "0102010_honbun_x.htm"]),
    },
  ];
  writeFileSync(
    file,
    makeZip([
      { name: "XBRL/PublicDoc/0101010_honbun_x.htm", data: page("<h1>第一部</h1><p>本文。</p>", "") },
      ...extra,
    ]),
  );
  const draft = await readOne(file);
  expect(draft.missingPages).toHaveLength(1);
  expect(draft.sections.map((section) => section.markdown).join("")).toContain("本文。");
});

const real = [
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

withSamples((sample) => {
  for (const path of real) describePackage(path, sample(path));

  test.each([
    ["packages/S100TMMG.zip", 19, [2, 7, 26, 57, 37, 47], 166, 13, 83_421],
    ["packages/S100AJZW.zip", 12, [3, 7, 25, 24, 17, 11], 248, 0, 120_174],
    ["packages/S100MMP3.zip", 8, [1, 6, 16, 22, 18, 35], 134, 13, 97_795],
  ] as const)(
    "%s has the pages, headings, tables and characters that were counted",
    async (path, pages, headings, tables, nested, characters) => {
      const draft = await readOne(sample(path));
      expect(draft.pageNames).toHaveLength(pages);
      expect(draft.counts).toEqual({ headings, tables, nestedTables: nested });
      const all = draft.sections.map((section) => renderedText(section.markdown)).join("");
      expect(countCharacters(squeeze(all))).toBe(characters);
    },
  );

  test("the cover is the first section and hidden facts are never delivered", async () => {
    const { sections } = await readOne(sample("packages/S100TMMG.zip"));
    expect(sections[0]?.title).toBe("表紙");
    expect(sections[0]?.markdown).toContain("有価証券報告書");
    const body = sections.map((section) => section.markdown).join("");
    expect(body).not.toContain("企業内容等の開示に関する内閣府令第三号様式");
    expect(body).not.toContain("E02367-000");
  });

  test("a page in the manifest that the package lacks is reported, and the rest is read", async () => {
    const draft = await readOne(sample("packages/S100MMP3.zip"));
    expect(draft.missingPages).toHaveLength(2);
  });

  test("the second instance's page is read in its place among the first's", async () => {
    const draft = await readOne(sample("packages/S100AJZW.zip"));
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
