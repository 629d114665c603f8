import { describe, expect, test } from "vitest";
import { readPackage } from "../package/read-package.ts";
import { metadataOfFacts } from "../run/compose.ts";
import { filingStateOf, ListRow } from "../sources/edinet/list-row.ts";
import { metadataOfRow } from "../sources/edinet/row-metadata.ts";
import { listRow } from "../testing/edinet-stand-in.ts";
import { manifestOf, page } from "../testing/make-filing.ts";
import { makeZip } from "../testing/make-zip.ts";
import { readFacts } from "./document-facts.ts";

interface Made {
  readonly report?: string;
  readonly facts?: Readonly<Record<string, string>>;
  readonly cover?: string;
  readonly body?: string;
}

/** A small package whose cover and facts say only what a test gives them. */
async function metadataOf({ report = "jpsps070000-drs-001", facts = {}, cover = "", body = usualBody }: Made) {
  const stem = `${report}_G99999-000_2026-03-31_01_2026-06-20_ixbrl.htm`;
  const tagged = Object.entries(facts).map(
    ([name, value]) => `<ix:nonNumeric name="${name}" contextRef="F">${value}</ix:nonNumeric>`,
  );
  const hidden = `<div style="display:none"><ix:header><ix:hidden>${tagged.join("")}</ix:hidden></ix:header></div>`;
  const names = [`0000000_header_${stem}`, `0101010_honbun_${stem}`];
  const zip = makeZip([
    { name: `S1000001/XBRL/PublicDoc/${names[0]}`, data: page(cover, hidden) },
    { name: `S1000001/XBRL/PublicDoc/${names[1]}`, data: page(body, "") },
    { name: "S1000001/XBRL/PublicDoc/manifest_PublicDoc.xml", data: manifestOf(names) },
  ]);
  const [draft] = await readPackage(zip);
  if (draft === undefined) throw new Error("no document");
  return metadataOfFacts(readFacts(draft, "S1000001.zip"));
}

const usualBody = "<h1>第一部 【ファンド情報】</h1><h2>第１ 【ファンドの状況】</h2><p>見本の運用。</p>";
const row = (label: string, value: string) => `<tr><td><p>${label}</p></td><td><p>${value}</p></td></tr>`;
const table = (label: string, value: string) =>
  `<h1>【表紙】</h1><table>${row("【発行登録番号】", "")}${row(label, value)}${row("【提出日】", "令和８年６月20日")}</table>`;

describe("the title of a package", () => {
  test("is the cover's tagged one", async () => {
    const facts = { "jpsps_cor:DocumentTitleCoverPage": "有価証券届出書" };
    expect(await metadataOf({ facts })).toMatchObject({ title: "有価証券届出書" });
  });

  test("is the tagged one of a deemed registration statement, whatever its tag is called", async () => {
    const facts = {
      "jpsps_cor:DocumentTitleDeemedSecuritiesRegistrationStatementCoverPage": "有価証券報告書（みなし有価証券届出書）",
    };
    expect(await metadataOf({ facts })).toMatchObject({
      title: "有価証券報告書（みなし有価証券届出書）",
      type: "annual_securities_report",
    });
  });

  test.each([
    ["a row of a table", table("【提出書類】", "有価証券届出書")],
    ["a row with a spaced label", table("【提　出　書　類】", "有価証券届出書")],
    ["a row whose value is split", table("【提出書類】", "<span>有価証券</span><span>届出書</span>")],
    ["a paragraph", "<p>【提出書類】　　有価証券届出書</p><p>【提出先】　関東財務局長</p>"],
    ["two paragraphs", "<p>【提出書類】</p><p>有価証券届出書</p><p>【提出先】</p><p>関東財務局長</p>"],
    [
      "a row of merged cells",
      `<table><tr><td rowspan="2">【提出書類】</td><td colspan="2">有価証券届出書</td></tr><tr><td>a</td><td>b</td></tr></table>`,
    ],
  ])("is what follows 【提出書類】 in %s", async (_how, cover) => {
    for (const report of ["jpsps040000-drs-001", "jpcrp020000-drs-001"]) {
      expect(await metadataOf({ report, cover })).toMatchObject({
        title: "有価証券届出書",
        type: "securities_registration_statement",
      });
    }
  });

  test("is not the next label, where 【提出書類】 is empty", async () => {
    const cover = `<table>${row("【提出書類】", "")}${row("【提出先】", "関東財務局長")}</table>`;
    expect((await metadataOf({ cover })).title).toBe("みなし有価証券届出書");
  });

  test("is the first heading that names a document", async () => {
    const body = `<h1>有価証券報告書（内国投資信託受益証券）</h1>${usualBody}`;
    expect((await metadataOf({ body })).title).toBe("有価証券報告書（内国投資信託受益証券）");
  });

  test.each([
    ["jpsps070000-asr-001", "有価証券報告書"],
    ["jpsps070000-drs-001", "みなし有価証券届出書"],
    ["jpcrp040300-ssr-001", "半期報告書"],
    ["jpctl010000-icr-001", "内部統制報告書"],
  ])("is the name of its form, %s, where it has none", async (report, title) => {
    expect((await metadataOf({ report })).title).toBe(title);
  });

  test("is its first heading, for an unknown form", async () => {
    expect((await metadataOf({ report: "jpxyz010000-zzz-001" })).title).toBe("第一部 【ファンド情報】");
  });

  test("is finally the number of its form or a general word: nothing readable is refused because it has no title", async () => {
    const bare = { report: "jpxyz010000-zzz-001", body: "<p>本文のみ。</p>" };
    const facts = { "jpdei_cor:DocumentTypeDEI": "第七号様式" };
    expect((await metadataOf({ ...bare, facts })).title).toBe("第七号様式");
    expect((await metadataOf(bare)).title).toBe("開示書類");
  });

  test("names the fund, so that a manager's hundreds of reports can be distinguished", async () => {
    const facts = {
      "jpsps_cor:DocumentTitleCoverPage": "有価証券報告書",
      "jpdei_cor:FundNameInJapaneseDEI": "見本インデックスファンド",
    };
    expect((await metadataOf({ facts })).title).toBe("有価証券報告書（見本インデックスファンド）");
  });

  test("keeps the term beside the fund, and says that it amends", async () => {
    const facts = {
      "jpsps_cor:DocumentTitleCoverPage": "有価証券報告書（令和８年７月２日付け訂正報告書の添付インラインXBRL）",
      "jpsps_cor:FiscalYearCoverPage": "第12期（自 令和７年４月１日 至 令和８年３月31日）",
      "jpdei_cor:FundNameInJapaneseDEI": "見本ファンド",
      "jpdei_cor:AmendmentFlagDEI": "true",
    };
    expect((await metadataOf({ facts })).title).toBe(
      "訂正有価証券報告書（見本ファンド）－第12期(2025/04/01－2026/03/31)",
    );
  });
});

test.each([
  ["what the package says", "120", "有価証券報告書－第１期", "有価証券報告書－第１期"],
  ["the name of its docTypeCode", "030", undefined, "有価証券届出書"],
  ["a plain word", "999", undefined, "開示書類"],
])("a row of the list without a description is read, and takes %s", (_what, docTypeCode, title, expected) => {
  const row = ListRow.parse(listRow("S1000001", { docTypeCode, docDescription: null }));
  const facts = title === undefined ? undefined : { ...factsOfNothing, title };
  expect(filingStateOf(row)).toBe("open");
  expect(metadataOfRow(row, facts, () => undefined, undefined).title).toBe(expected);
});

const factsOfNothing = {
  family: "edinet_filing",
  type: "other",
  documentId: undefined,
  securityCode: null,
  issuerName: null,
  edinetCode: undefined,
  filedOn: undefined,
  periodStart: null,
  periodEnd: null,
  fiscalPeriod: null,
  amendsDocumentId: null,
} as const;
