import { describe, expect, test } from "vitest";
import { isEarlierOf } from "../../../lib/text/changes/earlier.ts";
import { chainNeighbours, yearChains } from "../../../lib/text/changes/year-chain.ts";
import { readPackage } from "../package/read-package.ts";
import { ListRow } from "../sources/edinet/list-row.ts";
import { metadataOfRow, submittedMs } from "../sources/edinet/row-metadata.ts";
import { listRow } from "../testing/edinet-stand-in.ts";
import { makeFiling } from "../testing/make-filing.ts";
import { makeNotice } from "../testing/make-notice.ts";
import { withSamples } from "../testing/samples.ts";
import { readFacts } from "./document-facts.ts";
import { typeOfListed, typeOfTimelyDisclosure } from "./document-type.ts";
import { fiscalPeriod, readDescription, yearStartOfQuarter } from "./fiscal-period.ts";

async function factsOf(source: string | Buffer, fileName = "") {
  const [draft] = await readPackage(source);
  if (draft === undefined) throw new Error("no document");
  return readFacts(draft, fileName);
}

describe("the type of a document", () => {
  test.each([
    ["350", "010000", "大量保有報告書", "large_holding_report"],
    ["350", "030000", "大量保有報告書（特例対象株券等）", "large_holding_report"],
    ["350", "010002", "変更報告書", "large_holding_change_report"],
    ["350", "020002", "変更報告書（短期大量譲渡）", "large_holding_change_report"],
    ["350", "030002", "変更報告書（特例対象株券等）", "large_holding_change_report"],
    ["370", "010000", "意見表明報告書", "other"],
    ["130", "030001", "訂正有価証券報告書", "annual_securities_report"],
    ["170", "043A01", "訂正半期報告書", "semiannual_report"],
    ["135", "010000", "確認書", "other"],
    ["240", "020000", "公開買付届出書", "tender_offer_statement"],
  ])("docTypeCode %s with form %s, %s, is %s", (code, form, description, type) => {
    expect(typeOfListed(code, form, description)).toBe(type);
  });

  test.each([
    ["2026年３月期 第１四半期決算短信〔日本基準〕（連結）", "earnings_summary"],
    ["業績予想の修正に関するお知らせ", "forecast_revision"],
    ["業績予想及び配当予想の修正に関するお知らせ", "forecast_revision"],
    ["業績及び配当予想の修正に関するお知らせ", "forecast_revision"],
    ["通期業績予測の修正に関するお知らせ", "forecast_revision"],
    ["剰余金の配当に関するお知らせ", "dividend_revision"],
    ["分配予想の修正に関するお知らせ", "dividend_revision"],
    ["2026年３月期 決算短信の開示延期に関するお知らせ", "other_timely_disclosure"],
    ["（訂正）2026年３月期 決算短信〔日本基準〕（連結）の一部訂正について", "earnings_summary"],
    ["自己株式の取得状況に関するお知らせ", "share_buyback"],
    ["代表取締役の異動に関するお知らせ", "management_change"],
    ["株式会社見本の株式の取得（子会社化）に関するお知らせ", "acquisition_or_merger"],
    ["本社移転に関するお知らせ", "other_timely_disclosure"],
  ])("%s is %s", (title, type) => {
    expect(typeOfTimelyDisclosure(title)).toBe(type);
  });
});

describe("its period", () => {
  test.each([
    ["有価証券報告書－第85期(2023/04/01－2024/03/31)", { start: "2023-04-01", end: "2024-03-31", quarter: undefined }],
    ["四半期報告書－第50期第1四半期(2024/02/21－2024/05/20)", { start: "2024-02-21", end: "2024-05-20", quarter: 1 }],
    [
      "有価証券報告書－第10期(平成30年４月１日－平成31年３月31日)",
      { start: "2018-04-01", end: "2019-03-31", quarter: undefined },
    ],
    [
      "四半期報告書－第59期第２四半期(令和元年７月１日－令和元年９月30日)",
      { start: "2019-07-01", end: "2019-09-30", quarter: 2 },
    ],
    ["臨時報告書", undefined],
  ])("%s", (description, period) => {
    expect(readDescription(description)).toEqual(period);
  });

  test("the year of a period is that in which its fiscal year begins", () => {
    expect(fiscalPeriod("2025-04-01", "FY")).toBe("2025FY");
    expect(yearStartOfQuarter("2024-02-21", 1)).toBe("2024-02-21");
    expect(yearStartOfQuarter("2020-01-01", 4)).toBe("2019-04-01");
    expect(fiscalPeriod(undefined, "FY")).toBeNull();
    expect(fiscalPeriod("2025-04-01", "X")).toBeNull();
  });

  test("a half-year report, whose row has the whole year, is the first half", () => {
    const row = listRow("S1000001", {
      docTypeCode: "160",
      periodStart: "2023-10-01",
      periodEnd: "2024-09-30",
      docDescription: "半期報告書－第68期(2023/10/01－2024/09/30)",
    });
    expect(metadataOfRow(ListRow.parse(row), undefined, () => undefined, undefined).fiscalPeriod).toBe("2023H1");
  });
});

describe("whose it is", () => {
  const holding = ListRow.parse(
    listRow("S1000001", {
      docTypeCode: "350",
      formCode: "010000",
      secCode: null,
      edinetCode: "E00001",
      filerName: "見本投資",
      docDescription: "大量保有報告書",
      issuerEdinetCode: "E00002",
    }),
  );

  test("a holding report belongs to the company that it is about, and names its filer", () => {
    const known = metadataOfRow(holding, undefined, () => ({ name: "相手株式会社", securityCode: "1234" }), undefined);
    expect(known).toMatchObject({
      securityCode: "1234",
      issuerName: "相手株式会社",
      title: "大量保有報告書（提出者：見本投資）",
    });
  });

  test("without the code list the company is unknown, never the filer", () => {
    const unknown = metadataOfRow(holding, undefined, () => undefined, undefined);
    expect(unknown).toMatchObject({ securityCode: null, issuerName: null });
  });

  test("the time of submission is Japan's", () => {
    expect(submittedMs("2026-06-20 09:01")).toBe(Date.parse("2026-06-20T09:01:00+09:00"));
    expect(submittedMs(null)).toBeUndefined();
  });
});

test("a package tells its facts, its amendment what it amends", async () => {
  expect(await factsOf(makeFiling(), "S1000001.zip")).toMatchObject({
    documentId: "S1000001",
    type: "annual_securities_report",
    securityCode: "9999",
    issuerName: "見本株式会社",
    fiscalPeriod: "2025FY",
    filedOn: "2026-06-20",
  });
  expect((await factsOf(makeFiling({ amends: "S1000001" }))).amendsDocumentId).toBe("S1000001");
});

test.each([
  [
    "in one line",
    "<p>【事業年度】　第15期（自 2019年３月１日 至 2020年２月29日）</p>",
    "第15期(2019/03/01－2020/02/29)",
  ],
  [
    "on lines of their own",
    "<p>【事業年度】</p><p>2020年２月期</p><p>(自　2019年３月１日</p><p>至　2020年２月29日)</p>",
    "2020年2月期(2019/03/01－2020/02/29)",
  ],
])("a report without facts has the term that its cover prints %s", async (_how, term, title) => {
  const body = `<h1>【表紙】</h1>${term}<p>【会社名】　見本株式会社</p>`;
  expect(await factsOf(makeFiling({ plain: true, body }))).toMatchObject({
    ...{ title: `有価証券報告書－${title}`, edinetCode: "E99999", fiscalPeriod: "2019FY" },
    ...{ periodStart: "2019-03-01", periodEnd: "2020-02-29" },
  });
});

/** The first and third quarters have a summary alone, as the law has had it since April 2024. */
test("the packages of two years are a chain, in whatever order they come, each after the one before it", async () => {
  const summary = (year: number, quarter: number, month: string) => {
    const end = `${quarter === 4 ? year + 1 : year}-${month}`;
    const id = quarter === 4 ? "CurrentYearDuration" : `CurrentAccumulatedQ${quarter}Duration_ResultMember`;
    return makeNotice({
      form: quarter === 4 ? "tse-acedjpsm" : "tse-qcedjpsm",
      facts: {
        "tse-ed-t:SecuritiesCode": "99990",
        "tse-ed-t:DocumentName": `${quarter === 4 ? "" : `第${quarter}四半期`}決算短信〔日本基準〕（連結）`,
        "tse-ed-t:FilingDate": new Date(Date.parse(end) + 30 * 86_400_000).toISOString().slice(0, 10),
      },
      contexts: { [id]: [`${year}-04-01`, end] },
    });
  };
  const report = (kind: "asr" | "ssr", filed: string, dei: Readonly<Record<string, string>>) =>
    makeFiling({ report: `jpcrp03000${kind === "asr" ? "0-asr" : "1-ssr"}-001`, filed, dei });
  const year = { CurrentFiscalYearStartDate: "2025-04-01", CurrentPeriodEndDate: "2026-03-31" };
  const half = { ...year, CurrentPeriodEndDate: "2025-09-30", TypeOfCurrentPeriod: "HY" };
  const packages = [
    summary(2026, 1, "06-30"),
    report("asr", "2026-06-20", year),
    summary(2025, 4, "03-31"),
    summary(2025, 3, "12-31"),
    report("ssr", "2025-11-14", half),
    summary(2025, 2, "09-30"),
    summary(2025, 1, "06-30"),
    report("asr", "2025-06-20", { CurrentFiscalYearStartDate: "2024-04-01", CurrentPeriodEndDate: "2025-03-31" }),
  ];
  const documents = (await Promise.all(packages.map((each) => factsOf(each)))).map((facts) => ({
    ...{ document_id: `${facts.fiscalPeriod} ${facts.type}`, document_type: facts.type, amends_document_id: null },
    ...{ content_status: "ready", timeline_at: facts.filedOn ?? null, fiscal_period: facts.fiscalPeriod },
    ...{ period_start: facts.periodStart, period_end: facts.periodEnd },
  }));
  const order = [
    ...["2024FY annual_securities_report", "2025Q1 earnings_summary", "2025Q2 earnings_summary"],
    ...["2025H1 semiannual_report", "2025Q3 earnings_summary", "2025FY earnings_summary"],
    ...["2025FY annual_securities_report", "2026Q1 earnings_summary"],
  ];
  for (const [at, id] of order.entries()) {
    for (const given of [documents, documents.toReversed()]) {
      const { before, after } = chainNeighbours(given, id);
      expect([before?.document_id, after?.document_id]).toEqual([order[at - 1], order[at + 1]]);
    }
  }
  const steps = yearChains(documents, "2026-09-30").find(({ fiscalYear }) => fiscalYear === "2025FY")?.steps;
  expect(steps?.map(({ state }) => state)).toEqual(Array.from({ length: 6 }, () => "here"));
  const pairs = documents.flatMap((later) =>
    documents.filter((each) => isEarlierOf(each, later)).map((each) => [each.document_id, later.document_id]),
  );
  expect(pairs).toEqual([
    ["2025Q1 earnings_summary", "2026Q1 earnings_summary"],
    ["2024FY annual_securities_report", "2025FY annual_securities_report"],
  ]);
});

withSamples((sample) => {
  test("real packages tell theirs", async () => {
    expect(await factsOf(sample("packages/S100TMMG.zip"), "S100TMMG.zip")).toMatchObject({
      securityCode: "7974",
      issuerName: "任天堂株式会社",
      title: "有価証券報告書－第84期(2023/04/01－2024/03/31)",
    });
    expect(await factsOf(sample("fsa/18-large-holding.zip"))).toMatchObject({
      type: "large_holding_report",
      securityCode: "8888",
    });
    expect(await factsOf(sample("fsa/20-amended-annual-report.zip"))).toMatchObject({
      documentId: "S021XXXX",
      amendsDocumentId: "S002XXXX",
    });
    expect(await factsOf(sample("csv/S100WGBJ.zip"), "S100WGBJ.zip")).toMatchObject({
      type: "large_holding_change_report",
      securityCode: "2883",
      issuerName: "株式会社大冷",
    });
    expect(await factsOf(sample("tdnet/annual-summary.zip"))).toMatchObject({
      documentId: "20240306370640",
      type: "earnings_summary",
      title: "2024年1月期 決算短信〔日本基準〕(非連結)",
      securityCode: "7064",
      fiscalPeriod: "2023FY",
    });
    expect(await factsOf(sample("tdnet/forecast-revision.zip"))).toMatchObject({
      type: "forecast_revision",
      securityCode: "7064",
    });
  });
});
