/** Packages are read by `reader.ts`, in a thread, which only the server starts. */
export { agreed, type AnnualFact, annualFacts, yearEnds } from "./annual-facts.ts";
export { type ExportRow, exportRows, toCsv } from "./export.ts";
export { labelOf } from "./labels.ts";
export type { Figures } from "./model.ts";
export { sectionOfLines } from "./places.ts";
export { workbookBytesMax } from "./refill/limits.ts";
export type { Refilled, WorkbookScope } from "./refill/refill.ts";
export { type ForecastHistory, forecastHistories } from "./revisions.ts";
export { amountOf, type Filing, joinSeries, keyAmounts, type SeriesRow } from "./series.ts";
export { commonScale, writeAmount, writeStandard, writeUnit } from "./shown.ts";
export { type StatementKind, statementKinds, statementTables } from "./statements.ts";
export { readerVersion, unpackFigures } from "./stored.ts";
export {
  type Language,
  type ListedFigure,
  listedFigures,
  type Restated,
  restatements,
  type ShownColumn,
  type ShownFigure,
  type ShownTable,
  shownTable,
} from "./view.ts";
