import {
  amountOf,
  commonScale,
  type Filing,
  type ForecastHistory,
  forecastHistories,
  joinSeries,
  keyAmounts,
  type Language,
  labelOf,
  type SeriesRow,
  writeAmount,
  writeStandard,
  writeUnit,
} from "../evidence/figures/index.ts";
import type { Owner } from "../owners/owner.ts";
import { issuersOfPackages, type OwnedFiling, ownedFilings, type UnreadPackage } from "./figures.ts";
import { storedPlaces } from "./figures-files.ts";
import { type PlaceWords, placeWords } from "./figures-view.ts";

/** Figures of several packages side by side, in words. */
export interface ComparedView {
  readonly issuers: readonly {
    readonly code: string;
    readonly name: string | null;
    readonly count: number;
    readonly chosen: boolean;
  }[];
  readonly filings: readonly Pick<OwnedFiling, "documentId" | "title" | "issuerName" | "securityCode" | "filedAt">[];
  readonly unread: readonly UnreadPackage[];
  readonly yearsOnly: boolean;
  readonly columns: readonly { readonly end: string; readonly months: number | null; readonly missing: boolean }[];
  readonly rows: readonly ComparedRow[];
  /** Amounts that can be shown as a row more, with a label. */
  readonly amounts: readonly { readonly concept: string; readonly label: string; readonly chosen: boolean }[];
  readonly plotted: ComparedRow | null;
  readonly histories: readonly ShownHistory[];
}

export interface ComparedRow extends Pick<SeriesRow, "key" | "basis" | "standard" | "elements"> {
  readonly issuer: string;
  readonly label: string;
  readonly labelLang: Language;
  readonly unit: string;
  readonly cells: readonly (ComparedCell | null)[];
}

export interface ComparedCell {
  readonly text: string;
  /** For the plot only; tables show the exact text. */
  readonly number: number;
  /** Position in the row's elements. */
  readonly element: number;
  readonly place: PlaceWords;
  readonly documentId: string;
  readonly before: readonly { readonly text: string; readonly documentId: string }[];
}

export interface ShownHistory {
  readonly key: string;
  readonly issuer: string;
  readonly period: ForecastHistory["period"];
  readonly basis: ForecastHistory["basis"];
  readonly heads: readonly { readonly label: string; readonly lang: Language; readonly unit: string }[];
  readonly entries: readonly {
    readonly documentId: string;
    readonly title: string | null;
    readonly filedAt: string;
    readonly kind: "forecast" | "result";
    readonly cells: readonly (ShownForecast | null)[];
  }[];
}

export interface ShownForecast {
  readonly low: string;
  readonly high: string | null;
  readonly change: "up" | "down" | "same" | null;
  readonly place: PlaceWords;
}

interface Asked {
  readonly issuers: readonly string[];
  readonly amounts: readonly string[];
  readonly yearsOnly: boolean;
  readonly plot: string | undefined;
  readonly lang: Language;
}

/** Issuers compared at once; more make neither a table nor an answer in time. */
const issuersMax = 12;
const amountsMax = 40;

export async function loadComparedFigures(owner: Owner, asked: Asked): Promise<ComparedView> {
  const { lang } = asked;
  const known = await issuersOfPackages(owner);
  const wanted = known.filter(({ code }) => asked.issuers.includes(code)).map(({ code }) => code);
  // Without a choice the issuer with most packages: its years are what can be compared.
  const codes = (wanted.length > 0 ? wanted : known.slice(0, 1).map(({ code }) => code)).slice(0, issuersMax);
  const { filings, unread } =
    codes.length === 0 ? { filings: [], unread: [] } : await ownedFilings(owner, { securityCodes: codes });
  const series = filings.map((each): Filing => ({ ...each, issuer: each.securityCode ?? "", figures: each.figures }));
  const extra = asked.amounts.slice(0, amountsMax);
  const { columns, rows } = joinSeries(series, [...keyAmounts, ...extra]);
  const kept = columns.flatMap((column, at) => (asked.yearsOnly && column.months !== 12 ? [] : [at]));
  const words = await wordsOf(owner, filings, lang);
  const shown = rows.map((row) => words.row(row, kept)).filter(({ cells }) => cells.some((cell) => cell !== null));
  return {
    issuers: known.map((each) => ({ ...each, chosen: codes.includes(each.code) })),
    filings,
    unread,
    yearsOnly: asked.yearsOnly,
    columns: kept.flatMap((at) => columns[at] ?? []),
    rows: shown,
    amounts: amountsIn(filings, lang, extra),
    plotted: shown.find(({ key }) => key === asked.plot) ?? shown[0] ?? null,
    histories: forecastHistories(series).map(words.history),
  };
}

/** Further rows to choose from; amounts of segments are left out. */
function amountsIn(filings: readonly OwnedFiling[], lang: Language, chosen: readonly string[]) {
  const labels = new Map<string, string>();
  for (const { figures } of filings) {
    for (const element of figures.elements) {
      const concept = amountOf(element.name);
      if (!labels.has(concept)) labels.set(concept, labelOf(element, lang).text);
    }
  }
  for (const concept of keyAmounts) labels.delete(concept);
  return [...labels]
    .map(([concept, label]) => ({ concept, label, chosen: chosen.includes(concept) }))
    .sort((a, b) => a.label.localeCompare(b.label, lang) || (a.concept < b.concept ? -1 : 1));
}

async function wordsOf(owner: Owner, filings: readonly OwnedFiling[], lang: Language) {
  const places = await Promise.all(filings.map((each) => storedPlaces(owner, each)));
  const factAt = (filing: number, fact: number) => filings[filing]?.figures.facts[fact];
  const nameOf = (code: string) => filings.find(({ securityCode }) => securityCode === code)?.issuerName ?? code;
  const placeOf = (filing: number, fact: number): PlaceWords => {
    const [found, place] = [factAt(filing, fact), places[filing]];
    if (found === undefined || place === undefined) throw new Error("A figure of no filing.");
    return placeWords(place(found));
  };
  const labelAt = (filing: number, fact: number) => {
    const figures = filings[filing]?.figures;
    const element = figures?.elements[figures.facts[fact]?.element ?? -1];
    return element === undefined ? { text: "", lang } : labelOf(element, lang);
  };

  function row(found: SeriesRow, kept: readonly number[]): ComparedRow {
    const cells = kept.map((at) => found.cells[at]);
    const facts = cells.flatMap((cell) => (cell === undefined ? [] : (factAt(cell.filing, cell.fact) ?? [])));
    const scale = commonScale(facts);
    const first = cells.findLast((cell) => cell !== undefined);
    const label = first === undefined ? { text: found.concept, lang } : labelAt(first.filing, first.fact);
    return {
      key: found.key,
      issuer: nameOf(found.issuer),
      label: label.text,
      labelLang: label.lang,
      basis: found.basis,
      standard: writeStandard(found.standard, lang),
      elements: found.elements,
      unit: writeUnit(found.unit, scale, lang),
      cells: cells.map((cell) => {
        const fact = cell === undefined ? undefined : factAt(cell.filing, cell.fact);
        if (cell === undefined || fact === undefined) return null;
        return {
          text: writeAmount(fact, scale),
          number: Number(fact.value) / 10 ** scale,
          element: cell.element,
          place: placeOf(cell.filing, cell.fact),
          documentId: filings[cell.filing]?.documentId ?? "",
          before: cell.before.flatMap(({ filing, fact: other }) => {
            const earlier = factAt(filing, other);
            const documentId = filings[filing]?.documentId ?? "";
            return earlier === undefined ? [] : [{ text: writeAmount(earlier, scale), documentId }];
          }),
        };
      }),
    };
  }

  function history(found: ForecastHistory): ShownHistory {
    const scales = found.amounts.map((_, column) =>
      commonScale(
        found.entries.flatMap(({ filing, cells }) => {
          const cell = cells[column];
          return cell === undefined ? [] : (factAt(filing, cell.fact) ?? []);
        }),
      ),
    );
    return {
      key: found.key,
      issuer: nameOf(found.issuer),
      period: found.period,
      basis: found.basis,
      heads: found.amounts.map(({ concept, unit }, column) => {
        const entry = found.entries.find(({ cells }) => cells[column] !== undefined);
        const label =
          entry === undefined ? { text: concept, lang } : labelAt(entry.filing, entry.cells[column]?.fact ?? -1);
        return { label: label.text, lang: label.lang, unit: writeUnit(unit, scales[column] ?? 0, lang) };
      }),
      entries: found.entries.map(({ filing, kind, cells }) => ({
        documentId: filings[filing]?.documentId ?? "",
        title: filings[filing]?.title ?? null,
        filedAt: filings[filing]?.filedAt ?? "",
        kind,
        cells: cells.map((cell, column) => {
          const fact = cell === undefined ? undefined : factAt(filing, cell.fact);
          if (cell === undefined || fact === undefined) return null;
          const upper = cell.upper === null ? undefined : factAt(filing, cell.upper);
          const scale = scales[column] ?? 0;
          return {
            low: writeAmount(fact, scale),
            high: upper === undefined ? null : writeAmount(upper, scale),
            change: cell.change,
            place: placeOf(filing, cell.fact),
          };
        }),
      })),
    };
  }

  return { row, history };
}
