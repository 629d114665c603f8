import { differs } from "./decimal-compare.ts";
import { type Label, labelOf, memberLabel } from "./labels.ts";
import type { Fact, Figures } from "./model.ts";
import type { Period } from "./periods.ts";
import { commonScale, writeAmount, writeUnit } from "./shown.ts";
import type { StatementKind, Table } from "./statements.ts";

/** A filing's figures in words: what a page shows and what is copied out of it. */
export interface ShownTable {
  readonly kind: StatementKind | "all";
  readonly basis: "consolidated" | "separate" | null;
  readonly heading: string | null;
  readonly columns: readonly ShownColumn[];
  readonly rows: readonly ShownRow[];
}

export interface ShownColumn extends Period {
  readonly members: readonly string[];
}

export interface ShownRow {
  readonly element: string;
  /** In the reader's language first. */
  readonly labels: readonly Label[];
  readonly members: readonly string[];
  readonly extension: boolean;
  readonly depth: number;
  readonly unit: string;
  readonly cells: readonly (ShownFigure | null)[];
}

export interface ShownFigure {
  /** Empty where the filing says "nil". */
  readonly text: string;
  /** The exact value in single units; null where nil. */
  readonly value: string | null;
  readonly unit: string;
  readonly fact: Fact;
  /** From a later filing. */
  readonly restated: Restated | null;
}

export interface Restated {
  readonly text: string;
  readonly documentId: string;
}

export type Language = "ja" | "en";

export function shownTable(
  figures: Figures,
  table: Table,
  lang: Language,
  restated: ReadonlyMap<number, Restated>,
): ShownTable {
  const { kind, basis, heading, columns, rows } = table;
  return {
    kind,
    basis,
    heading,
    columns: columns.map((column) => ({
      ...column,
      members: column.members.map((member) => memberLabel(figures, member, lang)),
    })),
    rows: rows.map((row) => {
      const facts = row.facts.map((at) => (at === undefined ? undefined : figures.facts[at]));
      const scale = commonScale(facts.filter((fact) => fact !== undefined));
      const unit = figures.units[row.unit] ?? "";
      return {
        ...namesOf(figures, row.element, lang),
        members: row.members.map((member) => memberLabel(figures, member, lang)),
        depth: row.depth,
        unit: writeUnit(unit, scale, lang),
        cells: row.facts.map((at, column) => shownFigure(facts[column], unit, scale, restated.get(at ?? -1) ?? null)),
      };
    }),
  };
}

export function namesOf(figures: Figures, element: number, lang: Language) {
  const found = figures.elements[element];
  if (found === undefined) return { element: "", labels: [], extension: false };
  const first = labelOf(found, lang);
  const second = labelOf(found, lang === "ja" ? "en" : "ja");
  const labels = second.text === first.text ? [first] : [first, second];
  return { element: found.name, labels, extension: found.extension };
}

function shownFigure(
  fact: Fact | undefined,
  unit: string,
  scale: number,
  restated: Restated | null,
): ShownFigure | null {
  return fact === undefined ? null : { text: writeAmount(fact, scale), value: fact.value, unit, fact, restated };
}

/** One figure, as the list of all figures shows it. */
export interface ListedFigure extends ReturnType<typeof namesOf> {
  readonly at: number;
  readonly period: Period | null;
  readonly basis: "consolidated" | "separate" | null;
  readonly members: readonly string[];
  readonly figure: ShownFigure;
  readonly unit: string;
}

export function listedFigures(
  figures: Figures,
  lang: Language,
  restated: ReadonlyMap<number, Restated>,
): ListedFigure[] {
  return figures.facts.flatMap((fact, at) => {
    const context = figures.contexts[fact.context];
    const unit = figures.units[fact.unit] ?? "";
    const figure = shownFigure(fact, unit, fact.scale, restated.get(at) ?? null);
    if (context === undefined || figure === null) return [];
    const { start, end, basis } = context;
    return [
      {
        at,
        ...namesOf(figures, fact.element, lang),
        period: end === null ? null : { end, months: start === null ? null : monthsOf(start, end) },
        basis,
        members: context.members.map(({ member }) => memberLabel(figures, member, lang)),
        figure,
        unit: writeUnit(unit, fact.scale, lang),
      },
    ];
  });
}

function monthsOf(start: string, end: string): number {
  return Math.max(1, Math.round((Date.parse(end) - Date.parse(start)) / 86_400_000 / 30.4));
}

/** Figures of the same element, period, members and unit that a later filing gives differently. */
export function restatements(
  figures: Figures,
  later: readonly { readonly documentId: string; readonly figures: Figures }[],
): Map<number, Restated> {
  const positions = new Map<string, number[]>();
  for (const [at, fact] of figures.facts.entries()) {
    const key = keyOf(figures, fact);
    positions.set(key, [...(positions.get(key) ?? []), at]);
  }
  const found = new Map<number, Restated>();
  for (const { documentId, figures: other } of later) {
    for (const fact of other.facts) {
      for (const at of positions.get(keyOf(other, fact)) ?? []) {
        const own = figures.facts[at];
        if (own?.value == null || fact.value === null) continue;
        const isOther = differs(
          { value: own.value, decimals: own.decimals },
          { value: fact.value, decimals: fact.decimals },
        );
        if (isOther) found.set(at, { text: writeAmount(fact, own.scale), documentId });
      }
    }
  }
  return found;
}

function keyOf(figures: Figures, fact: Fact): string {
  const name = figures.elements[fact.element]?.name ?? "";
  return JSON.stringify([name, figures.contexts[fact.context], figures.units[fact.unit]]);
}
