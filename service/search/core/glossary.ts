import { foldText } from "../../../lib/text/format/fold.ts";
import { type AskedWord, askedWords, contentWords, everydayOf, shareOfWord, stem, stemsOfName } from "./english.ts";
import { labelCore, printedLabel, printedTitle, titleCore } from "./labels.ts";
import { learnWordPairs, type WordPair } from "./word-pairs.ts";

/**
 * English names of Japanese labels, as filings tag them: the name of an inline XBRL element, the heading or row label
 * it tags, and the number of documents.
 */
export interface GlossaryPair {
  readonly name: string;
  readonly label: string;
  readonly count: number;
}

/** A Japanese label that a question in English asks for, and how surely: 0 to 1. */
export interface Expansion {
  /** As printed. */
  readonly label: string;
  readonly folded: string;
  readonly weight: number;
  readonly name: string;
  /** It is the heading of a section; otherwise the label of a row. */
  readonly isTitle: boolean;
}

interface Entry {
  readonly name: string;
  readonly stems: readonly string[];
  /** Most frequent first. */
  readonly labels: { readonly label: string; count: number }[];
}

const expansionsMax = 5;
/** Less likely entries, compared with the best, are left out. */
const expansionShareMin = 0.45;
const labelsOfNameMax = 2;
const titleWeightMin = 0.75;
const neighbourShare = 0.5;
/** How much a label counts whose name is not all that was asked for. */
const followShare = 0.2;

interface Scored {
  readonly entry: Entry;
  readonly score: number;
}

/** The best labels of headings, or of rows; the best of all has weight 1, and the best heading nearly that. */
function best(scored: readonly Scored[], isTitle: boolean): Expansion[] {
  const own = scored.filter(({ entry }) => isTitleName(entry.name) === isTitle);
  const top = own[0]?.score ?? 0;
  if (top === 0) return [];
  const ofAll = top / (scored[0]?.score ?? top);
  const scale = isTitle ? Math.max(ofAll, titleWeightMin) : ofAll;
  const labels = new Map<string, Expansion>();
  for (const { entry, score } of own) {
    if (labels.size >= expansionsMax || score < top * expansionShareMin) break;
    for (const { label, count } of entry.labels.slice(0, labelsOfNameMax)) {
      const weight = scale * (score / top) * Math.sqrt(count / (entry.labels[0]?.count ?? 1));
      const folded = foldText(label);
      if ((labels.get(folded)?.weight ?? 0) < weight) {
        labels.set(folded, { label, folded, weight, name: entry.name, isTitle });
      }
    }
  }
  return [...labels.values()].sort((x, y) => y.weight - x.weight).slice(0, expansionsMax);
}

function isTitleName(name: string): boolean {
  return /TextBlock$/u.test(name);
}

/** Names that only one filer uses are of no use for others. */
export function isStandardName(name: string): boolean {
  return /^(?:jp[a-z]+_cor|jpigp_cor|ifrs-full|tse-[a-z-]+|us-gaap):/u.test(name);
}

/** The label as the glossary keeps it, or undefined for one that names a period, a figure or nothing. */
export function glossaryLabel(name: string, label: string): string | undefined {
  const core = isTitleName(name) ? printedTitle(label) : printedLabel(label);
  if (core.length < 2 || core.length > 60) return undefined;
  if (!/[\p{Script=Han}\p{Script=Katakana}]/u.test(core)) return undefined;
  if (
    /[0-9]{2,}|^第[0-9]|^(?:合?計|小計|その他|摘要|区分|金額|備考|内容|種類|前期|当期|前.{0,4}年度|当.{0,4}年度)$/u.test(
      core,
    )
  )
    return undefined;
  return core;
}

export class Glossary {
  readonly #entries = new Map<string, Entry>();
  readonly #byStem = new Map<string, Entry[]>();
  readonly #namesByLabel = new Map<string, { name: string; count: number }[]>();
  #wordPairs: ReadonlyMap<string, readonly WordPair[]> | undefined;
  readonly #expanded = new Map<string, readonly Expansion[]>();

  constructor(pairs: Iterable<GlossaryPair>) {
    for (const pair of pairs) this.#add(pair);
    for (const entry of this.#entries.values()) entry.labels.sort((x, y) => y.count - x.count);
  }

  get size(): number {
    return this.#namesByLabel.size;
  }

  /** The Japanese labels that a question in English most likely asks for, best first. */
  expand(question: string): readonly Expansion[] {
    const known = this.#expanded.get(question);
    if (known !== undefined) return known;
    const found = this.#expand(question);
    if (this.#expanded.size >= 500) this.#expanded.clear();
    this.#expanded.set(question, found);
    return found;
  }

  #expand(question: string): Expansion[] {
    const words = askedWords(question);
    const weights = new Map(words.map(({ stem, weight }) => [stem, weight * this.#rarity(stem)]));
    const scored: Scored[] = [];
    for (const entry of new Set(words.flatMap(({ stem }) => this.#byStem.get(stem) ?? []))) {
      let shared = 0;
      let whole = 0;
      for (const stem of entry.stems) {
        const weight = weights.get(stem);
        shared += weight ?? 0;
        whole += weight === undefined ? this.#rarity(stem) : Math.max(weight, this.#rarity(stem));
      }
      shared += this.#neighbours(words, entry.stems);
      // Words of the name beyond the question count against it.
      scored.push({ entry, score: shared * Math.sqrt(shared / Math.max(whole, 1e-9)) });
    }
    scored.sort((x, y) => y.score - x.score || (x.entry.name < y.entry.name ? -1 : 1));
    const asked = contentWords(question).map(({ word }) => [word, ...everydayOf(word)].map(stem));
    const leads = (entry: Entry) => asked.every((stems) => stems.some((each) => entry.stems.includes(each)));
    return [...best(scored, true), ...best(scored, false)].map((each) => {
      const entry = this.#entries.get(each.name);
      return entry !== undefined && leads(entry) ? each : { ...each, weight: each.weight * followShare };
    });
  }

  /** Japanese words for one English word. */
  translate(stem: string): readonly WordPair[] {
    this.#wordPairs ??= learnWordPairs(
      [...this.#entries.values()].map(({ stems, labels }) => ({
        stems,
        labels: labels.map(({ label }) => foldText(label)),
      })),
    );
    return this.#wordPairs.get(stem) ?? [];
  }

  /** Names that stand beside a label, the most frequent first. */
  namesOf(label: string): string[] {
    const counted = this.#namesByLabel.get(titleCore(label)) ?? this.#namesByLabel.get(labelCore(label)) ?? [];
    return [...counted].sort((x, y) => y.count - x.count).map(({ name }) => name);
  }

  #add({ name, label, count }: GlossaryPair): void {
    let entry = this.#entries.get(name);
    if (entry === undefined) {
      entry = { name, stems: stemsOfName(name), labels: [] };
      this.#entries.set(name, entry);
      for (const stem of entry.stems) {
        const list = this.#byStem.get(stem);
        if (list === undefined) this.#byStem.set(stem, [entry]);
        else list.push(entry);
      }
    }
    const known = entry.labels.find((each) => each.label === label);
    if (known === undefined) entry.labels.push({ label, count });
    else known.count += count;
    const folded = foldText(label);
    const names = this.#namesByLabel.get(folded) ?? [];
    const same = names.find((each) => each.name === name);
    if (same === undefined) names.push({ name, count });
    else same.count += count;
    this.#namesByLabel.set(folded, names);
  }

  /** Words that are adjacent both in question and name count more together: retirement benefit, per share. */
  #neighbours(words: readonly AskedWord[], stems: readonly string[]): number {
    let sum = 0;
    for (let i = 0; i + 1 < stems.length; i++) {
      const [first = "", second = ""] = stems.slice(i, i + 2);
      const isAsked = words.some(({ stem }, at) => stem === first && words[at + 1]?.stem === second);
      if (isAsked) sum += neighbourShare * Math.min(this.#rarity(first), this.#rarity(second));
    }
    return sum;
  }

  /** The weight of a word: the rarer among the names, the higher. */
  #rarity(stem: string): number {
    const frequency = this.#byStem.get(stem)?.length ?? 0;
    return frequency === 0 ? 0 : shareOfWord(stem) * Math.log(1 + this.#entries.size / frequency);
  }
}
