/** Names of the figures of each statement: the element's name without its prefix, by the row's label. */
export interface StatementNames {
  /** The end of the role's address in the presentation. */
  readonly role: string;
  readonly consolidated: boolean;
  /** True where the figures are those of a moment unless the label says otherwise. */
  readonly instant: boolean;
  /** The words of the taxonomy are followed by these in the names of this statement. */
  readonly suffix: string;
  readonly prefix: string;
}

export const statementsOf = (isInternational: boolean): Readonly<Record<string, StatementNames>> => {
  const prefix = isInternational ? "jpigp_cor" : "jppfs_cor";
  const suffix = isInternational ? "IFRS" : "";
  const of = (
    role: string,
    consolidated: boolean,
    instant: boolean,
    more: Partial<StatementNames> = {},
  ): StatementNames => ({
    role,
    consolidated,
    instant,
    suffix: consolidated ? suffix : "",
    prefix: consolidated ? prefix : "jppfs_cor",
    ...more,
  });
  const key = { prefix: "jpcrp_cor", suffix: `${suffix}SummaryOfBusinessResults` };
  return {
    "key-figures": of("BusinessResultsOfGroup", true, false, key),
    "key-figures-parent": of("BusinessResultsOfReportingCompany", false, false, {
      ...key,
      suffix: "SummaryOfBusinessResults",
    }),
    "balance-sheet": of(
      isInternational ? "ConsolidatedStatementOfFinancialPositionIFRS" : "ConsolidatedBalanceSheet",
      true,
      true,
    ),
    "income-statement": of(
      isInternational ? "ConsolidatedStatementOfProfitOrLossIFRS" : "ConsolidatedStatementOfIncome",
      true,
      false,
    ),
    "cash-statement": of(
      isInternational ? "ConsolidatedStatementOfCashFlowsIFRS" : "ConsolidatedStatementOfCashFlows-indirect",
      true,
      false,
    ),
    "note-per-share": of("PerShareInformation", true, false, { prefix: "jpcrp_cor", suffix: "" }),
    "standalone-balance": of("BalanceSheet", false, true),
    "standalone-income": of("StatementOfIncome", false, false),
  };
};

/** Rows of the segments' table. */
export const segmentNames: readonly (readonly [RegExp, string, boolean])[] = [
  [/^外部顧客への/, "RevenuesFromExternalCustomers", false],
  [/^セグメント間の/, "TransactionsWithOtherSegments", false],
  [/^セグメント利益/, "OperatingIncome", false],
  [/^セグメント資産/, "Assets", true],
  [/^減価償却費/, "DepreciationSegmentInformation", false],
  [/^有形固定資産及び/, "IncreaseInPropertyPlantAndEquipmentAndIntangibleAssetsSegmentInformation", false],
];

/** Figures of a moment that stand among those of a year. */
export const momentary = new Set([
  "NetAssets",
  "EquityAttributableToOwnersOfParent",
  "TotalAssets",
  "NetAssetsPerShare",
  "EquityPerShare",
  "EquityToAssetPerShare",
  "EquityToAssetRatio",
  "RatioOfOwnersEquityToGrossAssets",
  "CashAndCashEquivalents",
  "NumberOfEmployees",
  "CapitalStock",
  "TotalNumberOfIssuedShares",
]);
