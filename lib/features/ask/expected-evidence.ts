import { stopWords } from "../../text/format/english-words.ts";
import { foldText } from "../../text/format/fold.ts";
import { bareHeading } from "../../text/format/heading-names.ts";
import type { ReadQuestion } from "../../text/passages/read-question.ts";
import { alike, contained, pairsOf } from "../../text/passages/similarity.ts";
import { ancestry, charactersOf, type SectionNode, type SectionTree } from "../../text/toc/section-tree.ts";
import type { StepReason } from "./record.ts";

/**
 * How far each section is expected to hold the answer, from what is free: its heading and those above it, its length,
 * and where a search found something. The expectations of one document sum to one.
 */
export interface Expected {
  readonly node: SectionNode;
  /** Of the section's own text, without its subsections. */
  readonly share: number;
  readonly reason: StepReason;
  readonly words: readonly string[];
}

/** Ranks of sections in the hits of searches, from 0. */
export type Found = ReadonlyMap<string, number>;

/** Set on the questions of the tuning half of `npm run bench -- answers`. */
const weights = {
  /** Weights of a heading by how far above the section it stands. */
  above: [1, 0.7, 0.45, 0.25, 0.15],
  heading: 9,
  headingBeginsAt: 0.34,
  scopeRight: 2.2,
  scopeWrong: 0.25,
  found: 40,
  foundFallsBy: 0.45,
  tablesForText: 0.25,
} as const;

/** Sections that are tables of figures, where no question about words is answered. */
const tablesOnly = /経営指標等|貸借対照表$|計算書$|明細表$/u;

interface HeadingFit {
  readonly weight: number;
  readonly reason: StepReason;
  readonly words: readonly string[];
}

export function expectedEvidence(question: ReadQuestion, tree: SectionTree, found: Found): Expected[] {
  const fits = headingFits(question, tree);
  const raw = tree.nodes.map((node): Expected => {
    const line = ancestry(node);
    let weight = 1;
    let best: HeadingFit = { weight: 0, reason: "remaining", words: [] };
    line.forEach((each, up) => {
      const fit = fits.get(each);
      if (fit === undefined) return;
      const counts = fit.weight * (weights.above[up] ?? 0.1);
      weight += counts;
      if (counts > best.weight) best = { ...fit, weight: counts };
    });
    const rank = found.get(node.id);
    if (rank !== undefined) {
      const counts = weights.found / (1 + rank * weights.foundFallsBy);
      weight += counts;
      if (counts > best.weight) best = { weight: counts, reason: "found_by_search", words: [] };
    }
    const share = weight * scopeFactor(question, line) * lengthFactor(question, ownCharactersOf(node));
    return { node, share, reason: best.weight < 0.5 ? "remaining" : best.reason, words: best.words };
  });
  const sum = raw.reduce((total, each) => total + each.share, 0);
  return sum === 0 ? raw : raw.map((each) => ({ ...each, share: each.share / sum }));
}

/** Headings are read once for a question: a plan asks for them before each step. */
const read = new WeakMap<
  SectionTree,
  { readonly question: ReadQuestion; readonly fits: ReadonlyMap<SectionNode, HeadingFit> }
>();

function headingFits(question: ReadQuestion, tree: SectionTree): ReadonlyMap<SectionNode, HeadingFit> {
  const known = read.get(tree);
  if (known?.question === question) return known.fits;
  const fits = new Map(tree.nodes.map((node) => [node, fitOf(question, node)]));
  read.set(tree, { question, fits });
  return fits;
}

function fitOf(question: ReadQuestion, { title, titleEn }: SectionNode): HeadingFit {
  const heading = bareHeading(title ?? "").replace(/[()（）]/gu, "");
  let weight = 0;
  let word = "";
  for (const kind of question.kinds) {
    const place = kind.places.find(([pattern]) => pattern.test(heading));
    if (place === undefined) continue;
    weight += place[1] * (question.asksFor === "text" && tablesOnly.test(heading) ? weights.tablesForText : 1);
    word = heading;
  }
  const statutory: HeadingFit = { weight, reason: "statutory_heading", words: word === "" ? [] : [word] };
  const named = headingWords(question, heading, titleEn ?? "");
  return named.weight > weight
    ? { ...named, weight: named.weight + weight / 2 }
    : { ...statutory, weight: weight + named.weight / 2 };
}

/** A heading that says what is asked: by pairs of characters, or by English words where the service has its name. */
function headingWords(question: ReadQuestion, heading: string, english: string): HeadingFit {
  const folded = foldText(heading);
  const inHeading = pairsOf(folded);
  let fit = 0;
  const words: string[] = [];
  for (const label of question.labels) {
    const likeness = Math.max(alike(label, folded), label.length >= 3 ? contained(label, inHeading) * 0.9 : 0);
    if (likeness > weights.headingBeginsAt) words.push(label);
    fit = Math.max(fit, likeness);
  }
  const englishHeading = new Set(
    (english.toLowerCase().match(/[a-z]{3,}/g) ?? []).filter((each) => !stopWords.has(each)),
  );
  const shared = question.englishWords.filter((each) => englishHeading.has(each));
  if (shared.length > 0) {
    fit = Math.max(fit, shared.length / Math.max(englishHeading.size, 2));
    words.push(...shared);
  }
  const over = Math.max(0, fit - weights.headingBeginsAt) / (1 - weights.headingBeginsAt);
  return { weight: over * weights.heading, reason: "heading_words", words: words.slice(0, 6) };
}

/** Consolidated statements answer where nothing is said; statements of the company alone where it is asked for them. */
function scopeFactor({ scope }: ReadQuestion, line: readonly SectionNode[]): number {
  const path = line.map(({ title }) => bareHeading(title ?? "")).join(" ");
  const separate = /(?:^| )財務諸表等|提出会社の経営指標等|(?:^| )財務諸表(?: |$)/u.test(path);
  const consolidated = !separate && /連結/u.test(path);
  if (scope === "separate") return separate ? weights.scopeRight : consolidated ? weights.scopeWrong : 1;
  if (!separate && !consolidated) return 1;
  return separate ? weights.scopeWrong * (scope === null ? 2 : 1) : scope === "consolidated" ? weights.scopeRight : 1.5;
}

/** A longer text holds more, and less than in proportion. A heading without a text holds nothing. */
function lengthFactor({ asksFor }: ReadQuestion, characters: number | null): number {
  if (characters === null) return 30;
  if (characters < 40) return 0;
  return Math.min(characters, 12_000) ** (asksFor === "figure" ? 0.5 : 0.4);
}

export function ownCharactersOf(node: SectionNode): number | null {
  const beneath = charactersOf(node.children);
  if (node.characters === null || (beneath === null && node.children.length > 0)) return null;
  return node.characters - (node.children.length === 0 ? 0 : (beneath ?? 0));
}
