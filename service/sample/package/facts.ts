import type { Company } from "../company.ts";
import { momentary, type StatementNames, segmentNames, statementsOf } from "./elements.ts";

/** A numeric fact of inline XBRL, without its value: that stands in the text. */
export interface Tag {
  readonly name: string;
  readonly context: string;
  readonly unit: string;
  readonly decimals: number;
  readonly scale: number;
}

/** The tag of a cell, where it has one. */
export type CellTags = (row: number, column: number) => Tag | undefined;

/** Tags of the tables of a report's sections, and which elements each statement presents, in order. */
export class Tagger {
  readonly #statements: Readonly<Record<string, StatementNames>>;
  readonly #isInternational: boolean;
  readonly #segments: readonly string[];
  readonly #elements: ReadonlyMap<string, string>;
  readonly presented = new Map<string, string[]>();
  readonly contexts = new Set<string>();
  readonly extension: string;

  constructor({ issuer, industry, data }: Company) {
    this.#isInternational = issuer.standard === "IFRS";
    this.#statements = statementsOf(this.#isInternational);
    this.#segments = industry.segments.map(({ name }) => name);
    this.#elements = data.elements;
    this.extension = `jpcrp030000-asr_${issuer.edinetCode ?? "E00000"}-000`;
  }

  /** `table` counts the tables of a section from 0. */
  tagsOf(sectionId: string, rows: readonly (readonly string[])[], table: number): CellTags {
    if (sectionId === "note-segments") return this.#segmentTags(rows, table);
    const statement = this.#statements[sectionId];
    if (statement === undefined) return () => undefined;
    const names = this.#namesOf(rows.map(([label = ""]) => label));
    const columns = (rows[0]?.length ?? 1) - 1;
    return (row, column) => {
      const name = names[row];
      if (name === undefined || row === 0 || column === 0) return undefined;
      const full = `${statement.prefix}:${name}${statement.suffix}`;
      const isOpening = rows[row]?.[0]?.endsWith("期首残高") === true;
      const year = columns - column + (isOpening ? 1 : 0);
      const isInstant = statement.instant || momentary.has(name);
      const list = this.presented.get(statement.role) ?? [];
      if (!list.includes(full)) this.presented.set(statement.role, [...list, full]);
      const context = this.#context(year, isInstant, statement.consolidated ? "" : "_NonConsolidatedMember");
      return { name: full, context, ...measureOf(rows[row]?.[0] ?? "", sectionId === "note-per-share") };
    };
  }

  /** The first table is of the year before; a column for each segment. */
  #segmentTags(rows: readonly (readonly string[])[], table: number): CellTags {
    const head = rows[0] ?? [];
    if (!head.includes("調整額")) return () => undefined;
    const suffix = this.#isInternational ? "IFRS" : "";
    return (row, column) => {
      const label = rows[row]?.[0] ?? "";
      const known = segmentNames.find(([words]) => words.test(label));
      if (known === undefined || row === 0 || column === 0) return undefined;
      const [, name, isInstant] = known;
      const prefix =
        name === "OperatingIncome" || name === "Assets"
          ? this.#isInternational
            ? "jpigp_cor"
            : "jppfs_cor"
          : "jpcrp_cor";
      const at = this.#segments.indexOf(head[column] ?? "");
      const member =
        at >= 0
          ? `_${this.extension}Segment${at + 1}ReportableSegmentsMember`
          : head[column] === "調整額"
            ? "_ReconcilingItemsMember"
            : "";
      const context = this.#context(table === 0 ? 1 : 0, isInstant, member);
      return {
        name: `${prefix}:${name}${prefix === "jpcrp_cor" ? "" : suffix}`,
        context,
        unit: "JPY",
        decimals: -6,
        scale: 6,
      };
    };
  }

  /** The name of each row; one that comes again has a name of its own where there is one. */
  #namesOf(labels: readonly string[]): (string | undefined)[] {
    const seen = new Map<string, number>();
    return labels.map((label) => {
      const plain = label.replace(/ ※\d+$/, "").replace(/（(?:円|％|人|倍|千株)）$/, "");
      const count = (seen.get(plain) ?? 0) + 1;
      seen.set(plain, count);
      return count === 1 ? this.#elements.get(plain) : this.#elements.get(`${plain} ${count}`);
    });
  }

  #context(year: number, isInstant: boolean, member: string): string {
    const id = `${year === 0 ? "CurrentYear" : `Prior${year}Year`}${isInstant ? "Instant" : "Duration"}${member}`;
    this.contexts.add(id);
    return id;
  }
}

function measureOf(label: string, perShare: boolean): Pick<Tag, "unit" | "decimals" | "scale"> {
  if (perShare) return { unit: "JPYPerShares", decimals: 2, scale: 0 };
  const unit = /（(円|％|人|倍|千株)）$/.exec(label)?.[1];
  if (unit === "円") return { unit: "JPYPerShares", decimals: /株価/.test(label) ? 0 : 2, scale: 0 };
  if (unit === "％") return { unit: "pure", decimals: 3, scale: -2 };
  if (unit === "倍") return { unit: "pure", decimals: 1, scale: 0 };
  if (unit === "人") return { unit: "pure", decimals: 0, scale: 0 };
  if (unit === "千株") return { unit: "shares", decimals: -3, scale: 3 };
  return { unit: "JPY", decimals: -6, scale: 6 };
}
