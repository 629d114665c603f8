import { allowed, filteredOut, removed } from "../core/corpus.ts";
import type { Preferred } from "../core/find.ts";
import { IssuerNames } from "../core/issuer-names.ts";
import { type DocumentRow, readDetails, strings } from "./stored-rows.ts";

interface Entry {
  readonly documentNo: number;
  readonly documentId: string;
  readonly firstPassage: number;
  readonly family: string;
  readonly type: string;
  readonly securityCodes: readonly string[];
  readonly timelineAtMs: number;
  readonly periodEnd: string | undefined;
  superseded: boolean;
  removed: boolean;
}

export interface Filter {
  readonly securityCodes?: readonly string[] | undefined;
  readonly documentTypes?: readonly string[] | undefined;
  readonly families?: readonly string[] | undefined;
  readonly sinceMs?: number | undefined;
  readonly untilMs?: number | undefined;
  readonly latestOnly?: boolean | undefined;
}

/** The documents of an index, numbered in the order in which they were read; passages refer to this number. */
export class IndexedDocuments {
  readonly #issuers = new IssuerNames();
  #entries: Entry[] = [];
  /** Without a filter, as most ask: the same until a document changes. */
  #unfiltered: Uint8Array | undefined;
  readonly #byNumber = new Map<number, number>();
  /** By the id of what is amended: indexes of the documents that amend it. */
  readonly #amendments = new Map<string, number[]>();

  clear(): void {
    this.#unfiltered = undefined;
    this.#entries = [];
    this.#issuers.clear();
    this.#amendments.clear();
    this.#byNumber.clear();
  }

  /** Loads a row, and updates its passages. */
  take(row: DocumentRow): { readonly owner: number; readonly change: "added" | "removed" | "kept" } {
    this.#unfiltered = undefined;
    const known = this.#byNumber.get(row.document_no);
    const entry = known === undefined ? undefined : this.#entries[known];
    if (known === undefined || entry === undefined) return { owner: this.#add(row), change: "added" };
    entry.superseded = row.superseded === 1;
    if (row.removed === 0 || entry.removed) return { owner: known, change: "kept" };
    entry.removed = true;
    return { owner: known, change: "removed" };
  }

  #add(row: DocumentRow): number {
    const owner = this.#entries.length;
    this.#byNumber.set(row.document_no, owner);
    const details = readDetails(row.details);
    const securityCodes = strings(row.security_codes);
    this.#entries.push({
      documentNo: row.document_no,
      documentId: row.document_id,
      firstPassage: row.first_passage,
      family: row.family,
      type: row.type,
      securityCodes,
      timelineAtMs: row.timeline_at_ms,
      periodEnd: details.periodEnd ?? undefined,
      superseded: row.superseded === 1,
      removed: row.removed === 1,
    });
    this.#issuers.add(owner, details.issuerNames, securityCodes);
    if (details.amends !== null) {
      const amending = this.#amendments.get(details.amends);
      if (amending === undefined) this.#amendments.set(details.amends, [owner]);
      else amending.push(owner);
    }
    return owner;
  }

  /** By index of the document. Nobody writes into it. */
  standing(filter: Filter): Uint8Array {
    return isOpen(filter) ? (this.#unfiltered ??= this.#standing(filter)) : this.#standing(filter);
  }

  #standing(filter: Filter): Uint8Array {
    const codes = filter.securityCodes && new Set(filter.securityCodes);
    const types = filter.documentTypes && new Set(filter.documentTypes);
    const families = filter.families && new Set(filter.families);
    const since = filter.sinceMs ?? -Infinity;
    const until = filter.untilMs ?? Infinity;
    const passes = (entry: Entry) =>
      entry.timelineAtMs >= since &&
      entry.timelineAtMs < until &&
      !(filter.latestOnly === true && entry.superseded) &&
      (types === undefined || types.has(entry.type)) &&
      (families === undefined || families.has(entry.family)) &&
      (codes === undefined || entry.securityCodes.some((code) => codes.has(code)));
    const entries = this.#entries;
    const flags = new Uint8Array(entries.length);
    for (let index = 0; index < entries.length; index++) {
      const entry = entries[index];
      if (entry !== undefined) flags[index] = entry.removed ? removed : passes(entry) ? allowed : filteredOut;
    }
    return flags;
  }

  documentId(owner: number): string {
    return this.#entries[owner]?.documentId ?? "";
  }

  timelineAtMs(owner: number): number {
    return this.#entries[owner]?.timelineAtMs ?? 0;
  }

  periodEnd(owner: number): string | undefined {
    return this.#entries[owner]?.periodEnd;
  }

  get count(): number {
    return this.#entries.length;
  }

  firstPassage(owner: number): number {
    return this.#entries[owner]?.firstPassage ?? 0;
  }

  documentNo(owner: number): number {
    return this.#entries[owner]?.documentNo ?? -1;
  }

  /** The documents that amend it and may be answered. */
  amending(owner: number, standing: Uint8Array): readonly number[] {
    return (this.#amendments.get(this.documentId(owner)) ?? []).filter((each) => standing[each] === allowed);
  }

  /** The documents of the issuers that a question names, and the folded question without their names. */
  preferred(query: string): Preferred {
    const { owners, rest, names } = this.#issuers.find(query);
    if (owners.length === 0) return { flags: undefined, rest, names };
    const flags = new Uint8Array(this.#entries.length);
    for (const owner of owners) flags[owner] = 1;
    return { flags, rest, names };
  }
}

function isOpen(filter: Filter): boolean {
  const { securityCodes, documentTypes, families, sinceMs, untilMs, latestOnly } = filter;
  return (
    securityCodes === undefined &&
    documentTypes === undefined &&
    families === undefined &&
    sinceMs === undefined &&
    untilMs === undefined &&
    latestOnly !== true
  );
}
