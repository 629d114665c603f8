import { expect, test } from "vitest";
import { labelOf } from "./labels.ts";
import type { FigureElement } from "./model.ts";
import { standardLabels } from "./standard-labels.ts";

const element = (name: string, row: string | null = null): FigureElement => {
  return { name, row, ja: null, en: null, extension: false };
};

test("at least 400 elements have a label in both languages", () => {
  expect(standardLabels.size).toBeGreaterThanOrEqual(400);
  for (const [name, { ja, en }] of standardLabels) {
    expect(name).toMatch(/^[A-Z][A-Za-z0-9]+$/);
    expect(ja).toMatch(/[\u3040-\u30ff\u4e00-\u9fff]/);
    expect(en).toMatch(/^[A-Z1-9][ -~–]+$/);
  }
});

test.each([
  ["jpcrp_cor:EquityToAssetRatioIFRSSummaryOfBusinessResults", "1株当たり親会社所有者帰属持分"],
  ["jpcrp_cor:RatioOfOwnersEquityToGrossAssetsIFRSSummaryOfBusinessResults", "親会社所有者帰属持分比率"],
  ["jpcrp_cor:EquityToAssetRatioSummaryOfBusinessResults", "自己資本比率"],
  ["jpcrp_cor:CashAndCashEquivalentsIFRSSummaryOfBusinessResults", "現金及び現金同等物の残高"],
  ["jpigp_cor:GoodwillIFRS", "のれん"],
  ["jppfs_cor:ImpairmentLossEL", "減損損失"],
  ["jppfs_cor:ImpairmentLossOpeCF", "減損損失"],
])("%s is %s", (name, ja) => {
  expect(labelOf(element(name), "ja")).toEqual({ text: ja, source: "standard", lang: "ja" });
  expect(labelOf(element(name), "en").source).toBe("standard");
});

test("a filer's own element has no standard label", () => {
  expect(labelOf(element("jpcrp030000-asr_E99999-000:NetSales"), "en").source).toBe("name");
});

test.each([
  ["売上高 (百万円)", "売上高"],
  ["１株当たり純資産額（円）", "１株当たり純資産額"],
  ["自己資本比率(％)", "自己資本比率"],
  ["当期純損失（△）", "当期純損失（△）"],
  ["（円）", "（円）"],
])("the row %s is named %s, without its unit", (row, text) => {
  expect(labelOf(element("jpcrp_cor:Anything", row), "ja")).toEqual({ text, source: "row", lang: "ja" });
});
