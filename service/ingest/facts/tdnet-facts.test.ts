import { describe, expect, test } from "vitest";
import { readPackage } from "../package/read-package.ts";
import { makeNotice } from "../testing/make-notice.ts";
import { readFacts } from "./document-facts.ts";

async function factsOf(notice: Parameters<typeof makeNotice>[0]) {
  const [draft] = await readPackage(makeNotice(notice));
  if (draft === undefined) throw new Error("no document");
  return readFacts(draft, "notice.zip");
}

const company = { "tse-ed-t:CompanyName": "見本株式会社", "tse-ed-t:SecuritiesCode": "99990" };
const yearToMarch2027 = {
  CurrentYearDuration_ConsolidatedMember_ForecastMember: ["2026-04-01", "2027-03-31"],
  CurrentAccumulatedQ1Duration_ConsolidatedMember_ResultMember: ["2026-04-01", "2026-06-30"],
} as const;

describe("the revision of a forecast", () => {
  test("of dividends alone is a dividend revision, dated by its own fact", async () => {
    const facts = {
      ...company,
      "tse-ed-t:ReportingDateOfDividendForecastCorrection": "2026年８月５日",
      "tse-ed-t:DocumentName": "自己株式の取得に伴うお知らせ",
    };
    expect(await factsOf({ form: "tse-rvdf", facts })).toMatchObject({
      type: "dividend_revision",
      filedOn: "2026-08-05",
      issuerName: "見本株式会社",
      securityCode: "9999",
      documentId: "20260806512345",
    });
  });

  test.each([
    ["ReportingDateOfDistributionForecastCorrectionREIT", "分配金の予想の修正に関するお知らせ", "dividend_revision"],
    ["ReportingDateOfDistributionForecastCorrectionREIT", "資金の借入れに関するお知らせ", "dividend_revision"],
    [
      "ReportingDateOfDistributionForecastCorrectionREIT",
      "運用状況の予想及び分配金の予想の修正に関するお知らせ",
      "forecast_revision",
    ],
    ["ReportingDateOfFinancialForecastCorrectionREIT", "予想の修正に関するお知らせ", "forecast_revision"],
    [
      "ReportingDateOfDistributionForecastCorrectionREIT",
      "2026年10月期の運用状況及び分配金の予想の修正に関するお知らせ",
      "forecast_revision",
    ],
  ])("of a REIT by %s, titled %s, is a %s and names its issuer", async (day, title, type) => {
    const facts = {
      [`tse-re-t:${day}`]: "2026年８月５日",
      "tse-re-t:CompanyNameREIT": "見本リート投信株式会社",
      "tse-re-t:IssuerNameREIT": "見本リート投資法人",
      "tse-re-t:DocumentName": title,
    };
    expect(await factsOf({ form: "tse-rrdf", facts })).toMatchObject({
      ...{ type, title, filedOn: "2026-08-05", issuerName: "見本リート投資法人", securityCode: "9999" },
    });
  });

  test.each(["tse-ed-t", "tse-t-ed"])(
    "of %s that revises both is a forecast revision, in whatever order",
    async (ns) => {
      const days = ["Dividend", "Financial"].map((what) => [
        `${ns}:ReportingDateOf${what}ForecastCorrection`,
        "令和8年8月5日",
      ]);
      const facts = { ...Object.fromEntries(days), [`${ns}:DocumentName`]: "お知らせ", [`${ns}:CompanyName`]: "見本" };
      expect(await factsOf({ form: "tse-rvfc", facts })).toMatchObject({
        ...{ type: "forecast_revision", filedOn: "2026-08-05", issuerName: "見本" },
      });
    },
  );

  test("without any day was filed on the day that its number begins with", async () => {
    const facts = { ...company, "tse-ed-t:DocumentName": "業績予想の修正に関するお知らせ" };
    expect((await factsOf({ form: "tse-rvfc", facts })).filedOn).toBe("2026-08-06");
  });
});

describe("a summary of results", () => {
  test("names its period, and covers the quarter and not the year of its forecast", async () => {
    const facts = {
      ...company,
      "tse-ed-t:DocumentName": "第１四半期決算短信〔IFRS〕（連結）",
      "tse-ed-t:FilingDate": "2026年８月６日",
    };
    expect(await factsOf({ form: "tse-qcedifsm", facts, contexts: yearToMarch2027 })).toMatchObject({
      type: "earnings_summary",
      title: "2027年3月期 第1四半期決算短信〔IFRS〕(連結)",
      periodStart: "2026-04-01",
      periodEnd: "2026-06-30",
      fiscalPeriod: "2026Q1",
    });
  });

  test("whose name lacks the quarter takes it from its fact, and the year from its closing day", async () => {
    const facts = {
      ...company,
      "tse-ed-t:DocumentName": "決算短信〔日本基準〕（連結）",
      "tse-ed-t:QuarterlyPeriod": "3",
      "tse-ed-t:FiscalYearEnd": "2027-02-20",
    };
    const contexts = { CurrentAccumulatedQ3Duration: ["2026-02-21", "2026-11-20"] } as const;
    expect(await factsOf({ form: "tse-qcedjpsm", facts, contexts })).toMatchObject({
      title: "2027年2月期 第3四半期決算短信〔日本基準〕(連結)",
      fiscalPeriod: "2026Q3",
      periodEnd: "2026-11-20",
    });
  });

  test("that names its year keeps its own words", async () => {
    const facts = { ...company, "tse-ed-t:DocumentName": "2027年３月期 決算短信〔日本基準〕（連結）" };
    expect((await factsOf({ form: "tse-acedjpsm", facts, contexts: yearToMarch2027 })).title).toBe(
      "2027年3月期 決算短信〔日本基準〕(連結)",
    );
  });

  test.each([
    ["中間決算短信〔日本基準〕（連結）", "tse-scedjpsm", "2027年3月期 中間決算短信〔日本基準〕(連結)"],
    ["決算短信〔日本基準〕（連結）", "tse-scedjpsm", "2027年3月期 第2四半期決算短信〔日本基準〕(連結)"],
    ["決算短信〔日本基準〕（連結）", "tse-qcedjpsm", "2027年3月期 第2四半期決算短信〔日本基準〕(連結)"],
    ["第２四半期（中間期）決算短信（連結）", "tse-qcedjpsm", "2027年3月期 第2四半期(中間期)決算短信(連結)"],
  ])("of the half that is called %s on %s is one of the second quarter", async (name, form, title) => {
    const facts = { ...company, "tse-ed-t:DocumentName": name, "tse-ed-t:FiscalYearEnd": "2027-03-31" };
    const contexts = {
      CurrentAccumulatedQ3Duration_ConsolidatedMember_ForecastMember: ["2026-04-01", "2026-12-31"],
      CurrentAccumulatedQ2Duration_ConsolidatedMember_ResultMember: ["2026-04-01", "2026-09-30"],
    } as const;
    expect(await factsOf({ form, facts, contexts })).toMatchObject({
      ...{ title, fiscalPeriod: "2026Q2", periodEnd: "2026-09-30" },
    });
  });

  test("of the first quarter is of its own results, not of the half that it forecasts before them", async () => {
    const facts = { ...company, "tse-ed-t:DocumentName": "第１四半期決算短信〔日本基準〕（連結）" };
    const contexts = {
      CurrentAccumulatedQ2Duration_ConsolidatedMember_ForecastMember: ["2026-04-01", "2026-09-30"],
      ...yearToMarch2027,
    } as const;
    expect(await factsOf({ form: "tse-qcedjpsm", facts, contexts })).toMatchObject({
      ...{ fiscalPeriod: "2026Q1", periodEnd: "2026-06-30" },
    });
  });

  test.each([
    "（公認会計士等による期中レビューの完了後に改めて開示する予定です）",
    "期中レビューの完了予定日 2026年８月14日",
    "期中レビューが完了していないため、レビュー報告書は添付していません。",
    "期中レビューは完了しておりません。",
    "期中レビューが完了次第、改めて開示します。",
  ])("that says %s is not reviewed yet", async (words) => {
    const facts = { ...company, "tse-ed-t:DocumentName": "第１四半期決算短信〔IFRS〕（連結）" };
    const first = await factsOf({ form: "tse-qcedifsm", facts, contexts: yearToMarch2027, cover: `<p>${words}</p>` });
    expect(first.title).toBe("2027年3月期 第1四半期決算短信〔IFRS〕(連結)");
  });

  test.each([
    "（公認会計士等による期中レビューの完了）",
    "（監査法人による期中レビュー完了）",
    "期中レビューが完了しましたので、改めて開示します。",
  ])("filed again with the words %s is reviewed, and amends nothing", async (words) => {
    const facts = { ...company, "tse-ed-t:DocumentName": "第１四半期決算短信〔IFRS〕（連結）" };
    const cover = `<p>${words}</p>`;
    const reviewed = await factsOf({ form: "tse-qcedifsm", facts, contexts: yearToMarch2027, cover });
    expect(reviewed.title).toBe("2027年3月期 第1四半期決算短信〔IFRS〕(連結)(公認会計士等による期中レビューの完了)");
    expect(reviewed.amendsDocumentId).toBeNull();
  });
});
