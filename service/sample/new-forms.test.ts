import { beforeAll, expect, test } from "vitest";
import { changeMap } from "../../lib/text/changes/change-map.ts";
import { readHolders } from "../../lib/text/passages/read-holders.ts";
import type { Publication } from "../domain/publishing/publication.ts";
import { readSampleData } from "./data.ts";
import { type IssuerMarket, marketOf } from "./market.ts";

/** The forms of the law of 2024 to 2027, each filed by a company of the sample market. */
const span = { seed: 1, years: 3, anchorDay: "2026-11-20", lengths: "short" } as const;
let markets: IssuerMarket[] = [];
beforeAll(() => {
  const data = readSampleData();
  markets = Array.from({ length: 12 }, (_, index) => marketOf(data, index, span));
});

const filed = (index: number, type: string): Publication[] =>
  (markets[index]?.documents ?? []).filter((each) => each.type === type && each.amendsDocumentId === null);
const annual = (index: number, year: number) =>
  filed(index, "annual_securities_report").find(({ fiscalPeriod }) => fiscalPeriod === `${year}FY`);
const namesOf = (document: Publication | undefined) => document?.sections.map(({ title }) => title) ?? [];

test("the employees of one company stand in the fourth chapter, with its pay policy", () => {
  const [before, after] = [namesOf(annual(2, 2024)), namesOf(annual(2, 2025))];
  const place = (names: readonly string[]) =>
    names.slice(0, names.indexOf("5【従業員の状況】")).findLast((name) => /^第\d【/.test(name));
  expect([place(before), place(after)]).toEqual(["第1【企業の概況】", "第4【提出会社の状況】"]);
  const text = annual(2, 2025)?.sections.find(({ title }) => title === "5【従業員の状況】")?.markdown;
  expect(text).toContain("決定する方針");
});

test("a change map says that they moved, and not that they are gone and new", () => {
  const tocOf = (document: Publication | undefined) =>
    (document?.sections ?? []).map(({ sectionId, title, level, parentSectionId, markdown }) => ({
      ...{ section_id: sectionId, title, level, parent_section_id: parentSectionId },
      ...{ title_en: null, character_count: markdown.length, content_tag: null },
    }));
  const { sections } = changeMap(tocOf(annual(2, 2024)), tocOf(annual(2, 2025)));
  const employees = sections.filter(({ before, after }) => (after ?? before)?.title === "5【従業員の状況】");
  expect(employees).toMatchObject([{ moved: true, renamed: false, after: { title: "5【従業員の状況】" } }]);
});

test("one company follows the sustainability standards, and one files before its meeting", () => {
  expect(namesOf(annual(0, 2025)).some((name) => name.includes("サステナビリティ開示基準への準拠"))).toBe(true);
  expect(namesOf(annual(0, 2024)).some((name) => name.includes("サステナビリティ開示基準への準拠"))).toBe(false);
  const [early, usual] = [annual(3, 2025), annual(4, 2025)];
  const days = (document: Publication | undefined) =>
    ((document?.timelineAtMs ?? 0) - Date.parse(document?.periodEnd ?? "")) / 86_400_000;
  expect(days(early)).toBeLessThan(70);
  expect(days(usual)).toBeGreaterThan(75);
  expect(early?.sections[0]?.markdown).toContain("定時株主総会の予定日");
});

test("a holding reported since May 2026 names its joint holders, and an offer what is held afterwards", () => {
  const since = Date.parse("2026-05-01T00:00:00+09:00");
  const all = markets.flatMap(({ documents }) => documents);
  const holding = (isNew: boolean) =>
    all.filter(({ type, timelineAtMs }) => type.startsWith("large_holding") && timelineAtMs >= since === isNew);
  const holdersOf = ({ sections }: Publication) =>
    readHolders(sections.map(({ sectionId, markdown }) => ({ sectionId, text: markdown }))).holders;
  for (const each of holding(true).slice(0, 5)) {
    expect(holdersOf(each)).toMatchObject([
      { purpose: {}, ratio: {}, contract: {} },
      { purpose: {}, ratio: {}, contract: undefined },
    ]);
  }
  expect(holding(true).length).toBeGreaterThan(0);
  expect(holding(false).every((each) => holdersOf(each).length === 1)).toBe(true);
});

test("no quarter that began in April 2024 or later has a report of its own, and each half has one", () => {
  const quarterly = markets.flatMap((_, at) => filed(at, "quarterly_report"));
  expect(quarterly.every(({ periodEnd }) => (periodEnd ?? "") < "2024-06-30")).toBe(true);
  expect(markets.every((_, at) => filed(at, "semiannual_report").length > 0)).toBe(true);
});
