import { foldText } from "../../../lib/text/format/fold.ts";
import { outOfRange } from "../../../lib/text/format/out-of-range.ts";
import { CandidateLists } from "./candidates.ts";
import { allowed, fieldLine, type Postings } from "./corpus.ts";
import { tokensOfLine, unpackLine } from "./field-lines.ts";
import type { FindCorpus, Preferred } from "./find.ts";
import { titleCore } from "./labels.ts";
import { cutAfter } from "./passages.ts";
import { ReadTexts } from "./read-texts.ts";
import { fieldTokens, inField } from "./tokens.ts";
import { WantedTokens } from "./wanted-tokens.ts";

/** A section of which an engine gave some passages, or all. */
export interface GatheredSection {
  readonly documentId: string;
  readonly sectionId: string;
  readonly place: number;
  readonly atMs: number;
  readonly issuer: string | undefined;
  readonly periodEnd: string | undefined;
  readonly context: string;
  /** By their number in the section. */
  readonly passages: Map<number, string>;
  lines: readonly string[];
}

/** Of the index that the sections came from. */
export interface GatheredStatistics {
  readonly passageCount: number;
  readonly meanLength: number;
  frequency(token: number): number;
  /** Of which issuers a question is; undefined where it names none. */
  readonly issuers: ReadonlySet<string> | undefined;
  readonly rest: string;
  readonly names: readonly string[];
  isAmended(documentId: string, sectionId: string): boolean;
}

const textBytes = 16_000_000;

/**
 * The sections that another engine found for one question, as an index that ranking can read: it is as small as they
 * are, while frequencies are those of the engine's whole index.
 */
export class GatheredCorpus implements FindCorpus {
  readonly passageEnd: number;
  readonly removedCount = 0;
  readonly hardCutCount = 0;
  readonly lengths: Uint16Array;
  readonly cuts: Uint8Array;
  readonly sections: Uint32Array;
  readonly owners: Uint32Array;
  readonly scratch: Float64Array;
  readonly fieldScratch: Float64Array;
  readonly texts: ReadTexts;
  readonly lists = new CandidateLists();
  readonly #statistics: GatheredStatistics;
  readonly #texts: string[] = [];
  readonly #byPassage = new Map<number, GatheredSection>();
  readonly #documents: GatheredSection[] = [];
  readonly #postings = new Map<number, { readonly passages: number[]; readonly counts: number[] }>();

  /** Postings are kept of the wanted tokens alone; those of fields come as they are for the text. */
  constructor(
    gathered: readonly GatheredSection[],
    statistics: GatheredStatistics,
    wanted: { readonly text: ReadonlySet<number>; readonly fields: ReadonlySet<number> },
  ) {
    this.#statistics = statistics;
    const ordered = [...gathered].sort(inOrder);
    const size = ordered.reduce((sum, each) => sum + 1 + each.passages.size + each.lines.length, 0);
    this.passageEnd = size;
    this.lengths = new Uint16Array(size);
    this.cuts = new Uint8Array(size);
    this.sections = new Uint32Array(size);
    this.owners = new Uint32Array(size);
    this.scratch = new Float64Array(size);
    this.fieldScratch = new Float64Array(size);
    this.texts = new ReadTexts(this, textBytes);
    const marked = new WantedTokens(wanted.text);
    for (const section of ordered) this.#add(section, wanted, marked);
  }

  #add(
    section: GatheredSection,
    wanted: { readonly text: ReadonlySet<number>; readonly fields: ReadonlySet<number> },
    marked: WantedTokens,
  ): void {
    const head = this.#texts.length;
    if (this.#documents.at(-1)?.documentId !== section.documentId) this.#documents.push(section);
    this.#byPassage.set(head, section);
    const put = (text: string, length: number, cut: number) => {
      const passage = this.#texts.length;
      this.lengths[passage] = Math.min(length, 65_535);
      this.cuts[passage] = cut;
      this.sections[passage] = head;
      this.owners[passage] = this.#documents.length - 1;
      this.#texts.push(text);
      return passage;
    };
    const count = (passage: number, tokens: readonly number[]) => {
      for (const token of tokens) if (wanted.fields.has(token)) this.#count(inField(token), passage);
    };
    const countText = (passage: number, folded: string, next: string) =>
      marked.visit(folded + next, 0, folded.length, folded.length + next.length, (token) => {
        if (wanted.text.has(token)) this.#count(token, passage);
      });
    const context = wanted.text.size === 0 ? section.context : foldText(section.context);
    const headPassage = put(section.context, context.length, cutAfter(section.context));
    if (wanted.fields.size > 0) count(headPassage, fieldTokens(titleCore(section.context.split("\n").at(-1) ?? "")));
    if (wanted.text.size > 0) countText(headPassage, context, "");
    for (const [at, text] of [...section.passages].sort(([x], [y]) => x - y)) {
      const next = section.passages.get(at + 1);
      const passage = put(text, text.length, cutAfter(text));
      if (wanted.text.size === 0) continue;
      const folded = this.texts.folded(passage);
      this.lengths[passage] = Math.min(folded.length, 65_535);
      countText(passage, folded, next === undefined ? "" : foldText(next.slice(0, 1)));
    }
    this.#addLines(section.lines, put, count);
  }

  #addLines(
    lines: readonly string[],
    put: (text: string, length: number, cut: number) => number,
    count: (passage: number, tokens: readonly number[]) => void,
  ): void {
    let head = this.#texts.length;
    const said = new Set<string>();
    for (const packed of lines) {
      const line = unpackLine(packed);
      if (line === undefined) continue;
      if (line.kind !== "row") head = this.#texts.length;
      const passage = put(packed, this.#texts.length - head, fieldLine);
      const key = line.kind === "row" ? `${line.label}\t${line.words}` : line.kind === "head" ? line.text : line.words;
      if (!said.has(key)) count(passage, tokensOfLine(line));
      said.add(key);
    }
  }

  #count(token: number, passage: number): void {
    const known = this.#postings.get(token);
    if (known === undefined) {
      this.#postings.set(token, { passages: [passage], counts: [1] });
    } else if (known.passages.at(-1) === passage) {
      known.counts.push(Math.min(255, (known.counts.pop() ?? 0) + 1));
    } else {
      known.passages.push(passage);
      known.counts.push(1);
    }
  }

  /** Every document may be answered: the engine has applied the filters. */
  standing(): Uint8Array {
    return new Uint8Array(this.#documents.length).fill(allowed);
  }

  get passageCount(): number {
    return this.#statistics.passageCount;
  }

  get meanLength(): number {
    return this.#statistics.meanLength;
  }

  get documentCount(): number {
    return this.#documents.length;
  }

  section(passage: number): GatheredSection {
    return this.#byPassage.get(this.sections[passage] ?? outOfRange()) ?? outOfRange();
  }

  preferred(): Preferred {
    const { issuers, rest, names } = this.#statistics;
    if (issuers === undefined) return { flags: undefined, rest, names };
    const isOne = ({ issuer }: GatheredSection) => issuer !== undefined && issuers.has(issuer);
    return { flags: Uint8Array.from(this.#documents, (each) => (isOne(each) ? 1 : 0)), rest, names };
  }

  isAmended(_owner: number, passage: number): boolean {
    const { documentId, sectionId } = this.section(passage);
    return this.#statistics.isAmended(documentId, sectionId);
  }

  isText(passage: number, section: number): boolean {
    return (
      passage < this.passageEnd &&
      passage !== section &&
      this.sections[passage] === section &&
      this.cuts[passage] !== fieldLine
    );
  }

  text(passage: number): string {
    return this.#texts[passage] ?? "";
  }

  documentId(owner: number): string {
    return this.#documents[owner]?.documentId ?? "";
  }

  timelineAtMs(owner: number): number {
    return this.#documents[owner]?.atMs ?? 0;
  }

  periodEnd(owner: number): string | undefined {
    return this.#documents[owner]?.periodEnd;
  }

  frequency(token: number): number {
    return this.#statistics.frequency(token);
  }

  postings(token: number): Postings {
    const found = this.#postings.get(token);
    if (found === undefined) return { length: 0, passages: new Uint32Array(0), counts: new Uint8Array(0) };
    const { passages, counts } = found;
    return { length: passages.length, passages: Uint32Array.from(passages), counts: Uint8Array.from(counts) };
  }

  postingsBetween(): Postings {
    return { length: 0, passages: new Uint32Array(0), counts: new Uint8Array(0) };
  }

  isTooCommon(): boolean {
    return false;
  }

  step(): void {}
}

function inOrder(x: GatheredSection, y: GatheredSection): number {
  if (x.documentId !== y.documentId) return x.documentId < y.documentId ? -1 : 1;
  return x.place - y.place;
}
