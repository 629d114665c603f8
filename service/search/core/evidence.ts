import { outOfRange } from "../../../lib/text/format/out-of-range.ts";
import type { Corpus, SectionMatch } from "./corpus.ts";
import { gather, type ScoredPassage, type WeighedTokens, weighTokens } from "./evidence-candidates.ts";
import { type EvidenceSettings, evidenceSettings } from "./evidence-settings.ts";
import { FieldScorer } from "./field-scores.ts";
import { LongGrams } from "./long-grams.ts";
import type { Question } from "./question.ts";
import { rounded } from "./ranking.ts";
import type { ReadPath, ReadTexts } from "./read-texts.ts";
import { bestSentenceOf, type SentenceWeights, sentenceWeights } from "./sentence-scores.ts";
import { opposes } from "../../../lib/text/passages/stance.ts";
import { yearStanding } from "./years.ts";

export interface MatchedRow {
  readonly table: number;
  readonly row: number;
  readonly label: string;
}

/** A section as a question found it, with what each part gave. */
export interface EvidenceMatch extends SectionMatch {
  readonly passageScore: number;
  readonly sentenceScore: number;
  readonly titleScore: number;
  readonly nameScore: number;
  readonly rowScore: number;
  /** The factors of scope, year, and of a sentence that says the opposite. */
  readonly factor: number;
  readonly row: MatchedRow | null;
  /** The names of tagged items that match the question's words. */
  readonly names: string;
}

export interface EvidenceRequest {
  readonly question: Question;
  /** By index of the document: how much more it counts, because the question names its day. */
  readonly preference?: Float64Array | undefined;
  readonly texts: ReadTexts;
  readonly settings?: EvidenceSettings;
}

export interface EvidenceAnswer {
  /** Best first; more than are answered, since repeated passages and documents are removed later. */
  readonly matches: EvidenceMatch[];
  readonly tokens: WeighedTokens;
}

/**
 * Evidence search, for questions: passages are ranked by all tokens shared with the question, rare ones counting more;
 * the best are ranked again by their best sentence, their title, the names they are tagged with and the rows of their
 * tables. Tokens in a large part of all passages are dropped while rarer ones remain, since they cost the most and say
 * the least.
 */
export function searchEvidence(
  corpus: Corpus,
  standing: Uint8Array,
  request: EvidenceRequest,
  topK: number,
): EvidenceAnswer {
  const settings = request.settings ?? evidenceSettings;
  const tokens = weighTokens(corpus, request.question, settings);
  const pool = gather(corpus, standing, request.preference, tokens, Math.max(settings.readMax, topK * 4), settings);
  const ranking = new SectionRanking(corpus, request, tokens, settings);
  for (const [rank, found] of pool.passages.entries()) ranking.addPassage(found, rank < settings.readMax);
  for (const found of pool.behindLines) ranking.addPassage(found, false);
  for (const found of pool.lines) ranking.addLine(found.passage);
  return { matches: ranking.finish(), tokens };
}

interface Draft {
  readonly section: number;
  passage: number;
  passageScore: number;
  sentenceScore: number;
  isOpposite: boolean;
  isRead: boolean;
  nameScore: number;
  rowScore: number;
  row: MatchedRow | null;
  names: string;
}

class SectionRanking {
  readonly #corpus: Corpus;
  readonly #request: EvidenceRequest;
  readonly #settings: EvidenceSettings;
  readonly #weights: SentenceWeights;
  readonly #scorer: FieldScorer;
  readonly #drafts = new Map<number, Draft>();
  readonly #hasFields: boolean;

  constructor(corpus: Corpus, request: EvidenceRequest, tokens: WeighedTokens, settings: EvidenceSettings) {
    this.#corpus = corpus;
    this.#request = request;
    this.#settings = settings;
    this.#weights = sentenceWeights(tokens);
    const fieldWeights = new Map(tokens.fields.map(({ token, weight }) => [token, weight]));
    this.#scorer = new FieldScorer(request.question, fieldWeights, tokens.meanings?.fields, settings);
    this.#hasFields = tokens.fields.length > 0;
  }

  /** The best passage represents its section. */
  addPassage({ passage, score }: ScoredPassage, isRead: boolean): void {
    this.#corpus.step();
    const section = this.#corpus.sections[passage] ?? outOfRange();
    const { sentenceScore, isOpposite } = isRead ? this.#read(passage) : { sentenceScore: 0, isOpposite: false };
    const known = this.#drafts.get(section);
    if (known === undefined) {
      const draft = { section, passage, passageScore: score, sentenceScore, isOpposite, isRead };
      this.#drafts.set(section, { ...draft, nameScore: 0, rowScore: 0, row: null, names: "" });
    } else if (score + sentenceScore > known.passageScore + known.sentenceScore) {
      Object.assign(known, { passage, passageScore: score, sentenceScore, isOpposite, isRead });
    }
  }

  #read(passage: number): { sentenceScore: number; isOpposite: boolean } {
    const folded = this.#request.texts.folded(passage);
    const { stance } = this.#request.question;
    const { score, sentence } = bestSentenceOf(folded, this.#weights);
    const isOpposite = stance !== undefined && opposes(stance, sentence);
    return { sentenceScore: score * this.#settings.sentenceShare, isOpposite };
  }

  /** The best row and the best name of a section count; lines come best first. */
  addLine(passage: number): void {
    const draft = this.#drafts.get(this.#corpus.sections[passage] ?? outOfRange());
    if (draft === undefined) return;
    const read = this.#request.texts.line(passage);
    if (read === undefined) return;
    const { line } = read;
    const match = this.#scorer.line(read);
    if (line.kind === "names") {
      if (match.score > draft.nameScore) Object.assign(draft, { nameScore: match.score, names: line.words });
    } else if (match.score > draft.rowScore) {
      const row = line.kind === "row" ? { table: line.table, row: line.row, label: line.label } : null;
      Object.assign(draft, { rowScore: match.score, row });
    }
  }

  finish(): EvidenceMatch[] {
    this.#addLongGrams();
    return [...this.#drafts.values()].map((draft) => this.#finished(draft));
  }

  #addLongGrams(): void {
    const read = [...this.#drafts.values()].filter(({ isRead }) => isRead);
    const grams = new LongGrams(this.#request.question.folded);
    const scores = grams.scores(read.map(({ passage }) => this.#request.texts.folded(passage)));
    for (const [i, draft] of read.entries())
      draft.sentenceScore += this.#settings.gramShare * (scores[i] ?? outOfRange());
  }

  #finished(draft: Draft): EvidenceMatch {
    const { section, passage, passageScore, sentenceScore, nameScore, rowScore, row, names } = draft;
    const owner = this.#corpus.owners[section] ?? outOfRange();
    const { question } = this.#request;
    const needsPath = this.#hasFields || question.isFigure || question.scope !== undefined;
    const path = needsPath ? this.#request.texts.path(section) : undefined;
    const titleScore = this.#hasFields && path !== undefined ? this.#scorer.title(path).score : 0;
    const preference = this.#request.preference?.[owner] ?? 1;
    const shares = this.#settings.parts[question.isEnglish ? "english" : question.isFigure ? "figure" : "japanese"];
    const fields = (titleScore * shares.title + nameScore + rowScore * shares.row) * preference;
    const factor = this.#factor(owner, path, draft.isOpposite);
    const score = rounded((passageScore * shares.passage + sentenceScore * preference + fields) * factor);
    return {
      section,
      passage,
      owner,
      score,
      passageScore,
      sentenceScore,
      titleScore,
      nameScore,
      rowScore,
      factor,
      row,
      names,
    };
  }

  #factor(owner: number, path: ReadPath | undefined, isOpposite: boolean): number {
    const { question } = this.#request;
    const { scopeRight, scopeWrong, yearRight, yearWrong, oppositeShare } = this.#settings;
    let factor = isOpposite ? oppositeShare : 1;
    if (question.scope !== undefined && path?.scope !== undefined) {
      factor *= path.scope === question.scope ? scopeRight : scopeWrong;
    }
    if (question.isFigure && path?.isStatement === true) factor *= this.#settings.statementShare;
    if (question.years.length > 0) {
      const standing = yearStanding(question.years, this.#corpus.periodEnd(owner), this.#corpus.timelineAtMs(owner));
      if (standing !== "near") factor *= standing === "right" ? yearRight : yearWrong;
    }
    return factor;
  }
}
