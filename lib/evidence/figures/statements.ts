import { tellingMembers } from "./labels.ts";
import type { Fact, FigureContext, Figures } from "./model.ts";
import { columnsOf, type Period, periodOf } from "./periods.ts";

/** The views of a filing's figures, in the order in which people ask for them. */
export const statementKinds = [
  "key",
  "balance",
  "income",
  "cash",
  "shares",
  "equity",
  "segments",
  "results",
  "forecast",
  "dividend",
] as const;
export type StatementKind = (typeof statementKinds)[number];

export interface Table {
  readonly kind: StatementKind;
  readonly basis: FigureContext["basis"];
  /** The heading under which most of its figures stand in the text. */
  readonly heading: string | null;
  readonly columns: readonly Column[];
  readonly rows: readonly TableRow[];
}

export interface Column extends Period {
  /** Members that all figures of the column have. */
  readonly members: readonly string[];
}

export interface TableRow {
  readonly element: number;
  readonly unit: number;
  readonly depth: number;
  /** Members that tell this row from others of the same element. */
  readonly members: readonly string[];
  /** For each column the position of its fact. */
  readonly facts: readonly (number | undefined)[];
}

type Chosen = { readonly at: number; readonly fact: Fact; readonly context: FigureContext; readonly depth: number };

/** A filing's statements as tables. What is in none of them is in the list of all figures. */
export function statementTables(figures: Figures): Table[] {
  const all = figures.facts.flatMap((fact, at) => {
    const context = figures.contexts[fact.context];
    return context === undefined ? [] : [{ at, fact, context, depth: 0 }];
  });
  const tables = [
    ...presented(figures, all),
    ...byBasis(
      figures,
      "shares",
      all.filter((each) => isPerShare(figures, each) && each.context.members.length === 0),
    ),
    ...byBasis(
      figures,
      "segments",
      all.filter(({ context }) => context.members.some(({ axis }) => /Segment/i.test(axis))),
    ),
    ...fromSummary(figures, all),
  ];
  const order = (kind: StatementKind) => statementKinds.indexOf(kind);
  return tables.filter(({ rows }) => rows.length > 0).sort((a, b) => order(a.kind) - order(b.kind));
}

function isPerShare(figures: Figures, { fact }: Chosen): boolean {
  return (figures.units[fact.unit] ?? "").endsWith("/shares");
}

/** From the package's presentation: which elements a statement has, and in which order. */
function presented(figures: Figures, all: readonly Chosen[]): Table[] {
  const tables: Table[] = [];
  for (const { role, rows } of figures.statements) {
    const kind = kindOfRole(role);
    if (kind === undefined) continue;
    const depths = new Map(rows.map(({ element, depth }) => [element, depth]));
    const order = new Map(rows.map(({ element }, at) => [element, at]));
    const mine = all
      .filter(({ fact }) => depths.has(fact.element))
      .filter(({ context }) => context.members.length === 0 || kind === "equity")
      .map((each) => ({ ...each, depth: depths.get(each.fact.element) ?? 0 }))
      .sort((a, b) => (order.get(a.fact.element) ?? 0) - (order.get(b.fact.element) ?? 0) || a.at - b.at);
    const basis = basisOfRole(role, figures);
    tables.push(
      ...byBasis(figures, kind, basis === undefined ? mine : mine.filter(({ context }) => context.basis === basis)),
    );
  }
  return tables;
}

function kindOfRole(role: string): StatementKind | undefined {
  if (/^Notes|TextBlock/.test(role)) return undefined;
  if (/BusinessResults|KeyFinancialData/.test(role)) return "key";
  if (/BalanceSheet|StatementOfFinancialPosition|ias_1_.*role-2\d0000/.test(role)) return "balance";
  if (/ChangesInEquity|ChangesInNetAssets|ias_1_.*role-6\d0000/.test(role)) return "equity";
  if (/CashFlow|ias_7_.*role-5\d0000/.test(role)) return "cash";
  if (/StatementOf(?:Comprehensive)?Income|ProfitOrLoss|ias_1_.*role-[34]\d0000/.test(role)) return "income";
  return undefined;
}

/** A statement without "consolidated" in its name is the filer's own where the filer has both. */
function basisOfRole(role: string, figures: Figures): FigureContext["basis"] | undefined {
  if (/Consolidated|OfGroup/.test(role)) return "consolidated";
  if (/OfReportingCompany/.test(role)) return "separate";
  const hasBoth = figures.statements.some(
    (each) => each.role.startsWith("Consolidated") || each.role.includes("_Consolidated"),
  );
  return hasBoth ? "separate" : undefined;
}

/** Summaries of timely disclosures have no presentation: results, forecasts and dividends are told by their members. */
function fromSummary(figures: Figures, all: readonly Chosen[]): Table[] {
  const summary = all.filter(({ fact }) => /^tse-[a-z]+-t:/.test(figures.elements[fact.element]?.name ?? ""));
  const isDividend = ({ fact }: Chosen) => /Dividend/.test(figures.elements[fact.element]?.name ?? "");
  const isForecast = ({ context }: Chosen) =>
    context.members.some(({ member }) => /:(?:Forecast|Upper|Lower)Member$/.test(member));
  return [
    ...byBasis(
      figures,
      "results",
      summary.filter((each) => !isDividend(each) && !isForecast(each)),
    ),
    ...byBasis(
      figures,
      "forecast",
      summary.filter((each) => !isDividend(each) && isForecast(each)),
    ),
    ...byBasis(figures, "dividend", summary.filter(isDividend)),
  ];
}

/** Consolidated figures and the filer's own are never in one table. */
function byBasis(figures: Figures, kind: StatementKind, chosen: readonly Chosen[]): Table[] {
  const bases = new Map<FigureContext["basis"], Chosen[]>();
  for (const each of chosen) {
    const same = bases.get(each.context.basis);
    if (same === undefined) bases.set(each.context.basis, [each]);
    else same.push(each);
  }
  const order = (basis: FigureContext["basis"]) => (basis === "separate" ? 1 : 0);
  return [...bases]
    .sort(([a], [b]) => order(a) - order(b))
    .map(([basis, mine]) => withoutStrays(figures, tableOf(figures, kind, basis, mine)));
}

function tableOf(figures: Figures, kind: StatementKind, basis: Table["basis"], chosen: readonly Chosen[]): Table {
  const groups = new Map<string, { members: readonly string[]; periods: Period[] }>();
  for (const { context } of chosen) {
    const period = periodOf(context);
    if (period === undefined) continue;
    const members = split(kind, context).columns;
    const group = groups.get(members.join(" ")) ?? { members, periods: [] };
    groups.set(members.join(" "), group);
    group.periods.push(period);
  }
  const columns: Column[] = [];
  const positions = new Map<string, (period: Period) => number>();
  for (const [key, { members, periods }] of groups) {
    const { columns: own, columnOf } = columnsOf(periods);
    const before = columns.length;
    positions.set(key, (period) => before + columnOf(period));
    columns.push(...own.map((period) => ({ ...period, members })));
  }
  return { kind, basis, heading: headingOf(figures, chosen), columns, rows: rowsOf(kind, chosen, positions) };
}

function headingOf(figures: Figures, chosen: readonly Chosen[]): string | null {
  const counts = new Map<number, number>();
  for (const { fact } of chosen) counts.set(fact.landmark, (counts.get(fact.landmark) ?? 0) + 1);
  const most = [...counts].reduce((best, each) => (each[1] > best[1] ? each : best), [-1, 0]);
  for (let at = most[0]; at >= 0 && at > most[0] - linesMax; at--) {
    const line = figures.landmarks[at] ?? "";
    if (!caption.test(line)) return line;
  }
  return null;
}

/** Lines between a heading and its table: the unit, the period. */
const caption = /^[（(]?(?:単位|自|至|前|当|第\d+期)/u;
const linesMax = 6;

/** Which members name a column and which a row: dividends are read down their dates, all else across. */
function split(kind: StatementKind, context: FigureContext): { columns: readonly string[]; rows: readonly string[] } {
  const members = tellingMembers(context).map(({ member }) => member);
  if (kind !== "dividend") return { columns: members, rows: [] };
  const isScenario = (member: string) => /:(?:Forecast|Upper|Lower|Previous)Member$/.test(member);
  return { columns: members.filter(isScenario), rows: members.filter((each) => !isScenario(each)) };
}

function rowsOf(
  kind: StatementKind,
  chosen: readonly Chosen[],
  positions: ReadonlyMap<string, (period: Period) => number>,
): TableRow[] {
  const rows = new Map<string, TableRow & { facts: (number | undefined)[] }>();
  for (const { at, fact, context, depth } of chosen) {
    const period = periodOf(context);
    const members = split(kind, context);
    const column = period === undefined ? undefined : positions.get(members.columns.join(" "))?.(period);
    if (column === undefined) continue;
    const key = [fact.element, fact.unit, ...members.rows].join(" ");
    const { element, unit } = fact;
    const row = rows.get(key) ?? { element, unit, depth, members: members.rows, facts: [] };
    rows.set(key, row);
    // A figure that stands in several places is shown where it stands first.
    row.facts[column] ??= at;
  }
  const least = Math.min(...[...rows.values()].map(({ depth }) => depth));
  return [...rows.values()].map((row) => ({ ...row, depth: row.depth - least, facts: Array.from(row.facts) }));
}

/**
 * Without columns that say nothing (every figure nil) or that only a figure of another statement made, such as the
 * opening balance of the year before. The list of all figures has them.
 */
function withoutStrays(figures: Figures, table: Table): Table {
  const counts = table.columns.map(
    (_, column) => table.rows.filter(({ facts }) => valueAt(figures, facts[column]) !== null).length,
  );
  const strayMax = ["balance", "income", "cash"].includes(table.kind) ? Math.max(...counts) * strayShare : 0;
  const kept = counts.flatMap((count, column) => (count > strayMax ? [column] : []));
  const rows = table.rows
    .map((row) => ({ ...row, facts: kept.map((column) => row.facts[column]) }))
    .filter(({ facts }) => facts.some((fact) => fact !== undefined));
  return { ...table, columns: kept.flatMap((column) => table.columns[column] ?? []), rows };
}

const strayShare = 0.15;

function valueAt(figures: Figures, fact: number | undefined): string | null {
  return fact === undefined ? null : (figures.facts[fact]?.value ?? null);
}
