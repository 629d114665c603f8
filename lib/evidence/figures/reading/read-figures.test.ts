import { expect, test } from "vitest";
import { labelOf } from "../labels.ts";
import type { Figures } from "../model.ts";
import {
  contextOf,
  fact,
  makeReport,
  makeSummary,
  pageOf,
  rowOf,
  units,
  word,
  zipOf,
} from "../testing/make-package.ts";
import { readFigures } from "./read-figures.ts";

const year = contextOf("D", ["2025-04-01", "2026-03-31"]);
const one = (body: string, header = `<ix:resources>${year}${units}</ix:resources>`) =>
  readFigures(zipOf({ "XBRL/PublicDoc/0101010_honbun_a_ixbrl.htm": pageOf(body, header) }));
const values = ({ facts }: Figures) => facts.map(({ value }) => value);

test("a report's facts come whole: value, sign, scale, unit, period, basis, row and the line they stand under", async () => {
  const figures = await readFigures(makeReport());
  const find = (name: string, end: string) =>
    figures.facts.find(
      (each) => figures.elements[each.element]?.name === name && figures.contexts[each.context]?.end === end,
    );
  const sales = find("jpcrp_cor:NetSalesSummaryOfBusinessResults", "2026-03-31");
  expect(sales).toMatchObject({
    value: "1234000000",
    shown: "1,234",
    decimals: "-6",
    scale: 6,
    nil: false,
    row: "売上高",
  });
  expect(figures.contexts[sales?.context ?? -1]).toEqual({
    start: "2025-04-01",
    end: "2026-03-31",
    basis: "consolidated",
    members: [],
  });
  expect(figures.landmarks[sales?.landmark ?? -1]).toBe("(1) 連結経営指標等");
  const loss = find("jpcrp_cor:ProfitLossAttributableToOwnersOfParentSummaryOfBusinessResults", "2026-03-31");
  expect(loss).toMatchObject({ value: "-56000000", negative: true, shown: "56" });
  const perShare = find("jpcrp_cor:NetAssetsPerShareSummaryOfBusinessResults", "2026-03-31");
  expect(perShare).toMatchObject({ value: "1012.5", shown: "1,012.50" });
  expect(figures.units[perShare?.unit ?? -1]).toBe("JPY/shares");
  expect(find("jpcrp_cor:DividendPaidPerShareSummaryOfBusinessResults", "2026-03-31")).toMatchObject({
    nil: true,
    value: null,
  });
  expect(figures.standard).toBe("Japan GAAP");
  expect(figures.unreadCount).toBe(0);
});

test("an item of the filer's own is kept, with its labels in both languages and their source", async () => {
  const { elements } = await readFigures(makeReport());
  const own = elements.find(({ name }) => name === "own:SampleProvision");
  expect(own).toMatchObject({ extension: true, ja: "見本引当金（独自）", en: "Sample provision" });
  const sales = elements.find(({ name }) => name === "jpcrp_cor:NetSalesSummaryOfBusinessResults");
  if (own === undefined || sales === undefined) throw new Error("missing");
  expect(labelOf(own, "ja")).toEqual({ text: "見本引当金（独自）", source: "package", lang: "ja" });
  expect(labelOf(sales, "ja")).toEqual({ text: "売上高", source: "row", lang: "ja" });
  expect(labelOf(sales, "en")).toEqual({ text: "Net sales", source: "standard", lang: "en" });
});

test("a summary's rows are named after periods, so its items are named over their columns", async () => {
  const figures = await readFigures(makeSummary({ result: 1200, forecast: 1300 }));
  expect(figures.elements.map(({ row }) => row)).toEqual(["売上高"]);
  expect(figures.contexts.map(({ basis, members }) => [basis, members[0]?.member])).toEqual([
    ["consolidated", "tse-ed-t:ResultMember"],
    ["consolidated", "tse-ed-t:ForecastMember"],
  ]);
  expect(figures.standard).toBe("Japan GAAP");
});

test("nested facts share their text, excluded text is left out, hidden facts have a value and no place", async () => {
  const inner = fact("jppfs_cor:Cost", "D", "5");
  const nested = await one(`<p>${fact("jppfs_cor:Total", "D", inner)}</p>`);
  expect(values(nested)).toEqual(["5000000", "5000000"]);
  const excluded = await one(`<p>${fact("jppfs_cor:Total", "D", "1,0<ix:exclude>頁</ix:exclude>00")}</p>`);
  expect(values(excluded)).toEqual(["1000000000"]);
  const hidden = await one("<p>x</p>", `<ix:hidden>${fact("jppfs_cor:Total", "D", "3")}</ix:hidden>${year}${units}`);
  expect(hidden.facts[0]).toMatchObject({ value: "3000000", shown: null });
});

test("words that go on elsewhere are joined once, also where they go round in a circle", async () => {
  const start = word("tse-ed-t:ReasonForForecastCorrection", "D", "一。", ' continuedAt="b"');
  const parts = `<ix:continuation id="b" continuedAt="c">二。</ix:continuation><ix:continuation id="c" continuedAt="b">三。</ix:continuation>`;
  const { texts } = await one(`<p>${start}</p><p>${parts}</p>`);
  expect(texts.map(({ text }) => text)).toEqual(["一。二。三。"]);
});

test("contexts belong to their instance: two funds may use one id for different periods", async () => {
  const header = (end: string) => `<ix:resources>${contextOf("D", end)}${units}</ix:resources>`;
  const figures = await readFigures(
    zipOf({
      "XBRL/PublicDoc/0201010_honbun_fund-001_ixbrl.htm": pageOf(
        fact("jppfs_cor:Assets", "D", "1"),
        header("2026-03-31"),
      ),
      "XBRL/PublicDoc/0301010_honbun_fund-002_ixbrl.htm": pageOf(
        fact("jppfs_cor:Assets", "D", "2"),
        header("2025-12-31"),
      ),
    }),
  );
  expect(figures.facts.map(({ context }) => figures.contexts[context]?.end)).toEqual(["2026-03-31", "2025-12-31"]);
});

test("a package without inline XBRL is read from its plain instance", async () => {
  const instance = `<?xml version="1.0"?><xbrli:xbrl xmlns:xbrli="i" xmlns:jppfs_cor="http://x/taxonomy/jppfs" xmlns:xsi="s">${year}${units}
<jppfs_cor:NetSales contextRef="D" unitRef="JPY" decimals="-6">1234000000</jppfs_cor:NetSales>
<jppfs_cor:OperatingIncome contextRef="D" unitRef="JPY" decimals="-6">-5.6E7</jppfs_cor:OperatingIncome>
<jppfs_cor:Goodwill contextRef="D" unitRef="JPY" xsi:nil="true"/></xbrli:xbrl>`;
  const figures = await readFigures(zipOf({ "XBRL/PublicDoc/a.xbrl": instance }));
  expect(values(figures)).toEqual(["1234000000", "-56000000", null]);
  expect(figures.facts[2]).toMatchObject({ nil: true });
  expect(figures.contexts[0]).toMatchObject({ start: "2025-04-01", end: "2026-03-31" });
});

test("a figure that can't be read keeps its place and is counted", async () => {
  const unknown = fact("jppfs_cor:NetSales", "D", "12 thousand", { format: "other:words" });
  const figures = await one(`<table>${rowOf("売上高", unknown)}</table>`);
  expect(figures.facts[0]).toMatchObject({ value: null, nil: false, shown: "12 thousand", row: "売上高" });
  expect(figures.unreadCount).toBe(1);
});
