import { foldText } from "../../../lib/text/format/fold.ts";
import { plainText } from "../../../lib/text/format/plain-text.ts";
import { newsContext, sectionContext } from "../core/contexts.ts";
import { passages } from "../core/passages.ts";
import type { IndexedDocument, IndexedNews } from "../port.ts";

export interface Section {
  readonly sectionId: string;
  readonly position: number;
  readonly context: string;
  readonly texts: readonly string[];
  readonly folded: readonly string[];
  /** Each with the character that follows it, where a pair may end that begins in the passage. */
  readonly extended: readonly string[];
  readonly whole: string;
}

export interface Entry {
  readonly documentId: string;
  readonly family: string;
  readonly type: string;
  readonly codes: readonly string[];
  readonly atMs: number;
  superseded: boolean;
  readonly sections: readonly Section[];
}

/** Everything that was written, and how often each pair and character was counted in it since the last writing. */
export class Corpus {
  readonly #entries = new Map<string, Entry>();
  readonly #counted = new Map<string, number>();
  #statistics: { readonly count: number; readonly mean: number } | undefined;

  get all(): Entry[] {
    return [...this.#entries.values()];
  }

  get statistics(): { readonly count: number; readonly mean: number } {
    return (this.#statistics ??= statisticsOf(this.all));
  }

  put(entry: Entry): void {
    this.#written();
    this.#entries.set(entry.documentId, entry);
  }

  remove(id: string): void {
    this.#written();
    this.#entries.delete(id);
  }

  find(id: string): Entry | undefined {
    return this.#entries.get(id);
  }

  frequency(part: string): number {
    const counted = this.#counted.get(part) ?? countPassages(this.all, part);
    this.#counted.set(part, counted);
    return counted;
  }

  #written(): void {
    this.#counted.clear();
    this.#statistics = undefined;
  }
}

export function documentEntry(document: IndexedDocument): Entry {
  return {
    documentId: document.documentId,
    family: document.family,
    type: document.type,
    codes: document.securityCode === null ? [] : [document.securityCode],
    atMs: document.timelineAtMs,
    superseded: document.superseded,
    sections: document.sections.map((each, position) =>
      section(each.sectionId, position, sectionContext(document, each), plainText(each.markdown)),
    ),
  };
}

export function newsEntry(news: IndexedNews): Entry {
  return {
    documentId: news.newsId,
    family: "",
    type: "",
    codes: news.securityCodes,
    atMs: news.observedAtMs,
    superseded: false,
    sections: [section("", 0, newsContext(news), [news.title ?? "", news.statement].join("\n").trim())],
  };
}

function section(sectionId: string, position: number, context: string, text: string): Section {
  const texts = passages(text.toWellFormed());
  const folded = texts.map(foldText);
  const extended = folded.map((each, i) => each + (folded[i + 1] ?? "").slice(0, 1));
  const whole = folded.join("");
  return { sectionId, position, context: foldText(context.toWellFormed()), texts, folded, extended, whole };
}

/** How often a part occurs in a passage, at most 255. A pair that begins on its last character belongs to it. */
export function occurrences(folded: string, extended: string, part: string): number {
  const text = part.length === 1 ? folded : extended;
  let count = 0;
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + 1)) count++;
  return Math.min(255, count);
}

function countPassages(all: readonly Entry[], part: string): number {
  let count = 0;
  for (const entry of all) {
    for (const each of entry.sections) {
      if (each.context.includes(part)) count++;
      for (const [i, folded] of each.folded.entries()) {
        if ((part.length === 1 ? folded : (each.extended[i] ?? "")).includes(part)) count++;
      }
    }
  }
  return count;
}

function statisticsOf(all: readonly Entry[]): { count: number; mean: number } {
  const lengths = all.flatMap((entry) => entry.sections.flatMap((each) => each.folded.map((folded) => folded.length)));
  return {
    count: lengths.length,
    mean: lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, lengths.length),
  };
}
