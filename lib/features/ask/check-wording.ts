import { foldQuote } from "../../text/quotes/fold-quote.ts";
import { holdsQuote, type PreparedText, prepareText, wholeOnly } from "../../text/quotes/prepared-text.ts";
import { whyForeign } from "./across-languages.ts";
import type { StruckReason } from "./check-reasons.ts";
import { measuresIn, type NumberOfWords, numbersIn } from "./figures-of-words.ts";
import { boundToAnother, changedTheOtherWay, foreignWord, languageOf } from "./own-words.ts";

/**
 * Decides which sentences of a model may be shown as they are. The model is taken for a liar: a sentence passes only
 * where all its quotes stand, as whole sentences or rows, in the very passages that it names, and where nothing that a
 * program can compare (numbers, their scales and signs, denials, directions) is in the sentence without being in them.
 */
export interface ClaimedSentence {
  readonly text: string;
  readonly quotes: readonly { readonly passage: number; readonly quote: string }[];
}

export interface CheckedSentence {
  readonly text: string;
  /** The verified ones; of a struck sentence those that do stand in their passages. */
  readonly quotes: readonly { readonly passage: number; readonly quote: string }[];
  readonly struck: boolean;
  readonly why?: StruckReason;
  /** In another language than its quotes: only numbers, names and known items were compared. */
  readonly translated?: true;
}

/** A quote of fewer folded characters that holds no number is a heading, on which nothing stands alone. */
const evidenceMin = 10;

/** Controls, marks without width and those that turn the direction of writing would show other words than are checked. */
const hidden = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\u115f\u1160\u3164\uffa0]/u;

export function checkWording(
  sentences: readonly ClaimedSentence[],
  passages: readonly string[],
): readonly CheckedSentence[] {
  const prepared = new Map<number, PreparedText>();
  const standsIn = (quote: string, passage: number): boolean => {
    const text = passages[passage];
    if (text === undefined || hidden.test(quote.replace(/[\t\n\r]/g, " "))) return false;
    const known = prepared.get(passage) ?? prepareText([text]);
    prepared.set(passage, known);
    const presence = holdsQuote(known, quote, wholeOnly(known));
    return presence.found && !presence.ellipsis;
  };
  return sentences.map((sentence) => {
    const quotes = sentence.quotes.filter(({ quote, passage }) => standsIn(quote, passage));
    const why = whyStruck(sentence, quotes);
    if (why !== undefined) return { text: sentence.text, quotes, struck: true, why };
    return {
      text: sentence.text,
      quotes,
      struck: false,
      ...(isTranslated(sentence, quotes) ? { translated: true } : {}),
    };
  });
}

function whyStruck(sentence: ClaimedSentence, verified: ClaimedSentence["quotes"]): StruckReason | undefined {
  const { text, quotes } = sentence;
  if (hidden.test(text)) return "hidden_characters";
  if (quotes.length === 0) return "no_quote";
  if (verified.length < quotes.length) return "not_in_passage";
  const evidence = verified.map(({ quote }) => quote);
  if (!evidence.some((quote) => /\p{N}/u.test(quote) || foldQuote(quote).text.length >= evidenceMin))
    return "too_little";
  if (!standOn(numbersIn(text), evidence)) return "number";
  const basis = evidence.join("\n");
  if (denies(text) !== denies(basis)) return "denial";
  const said = directionsIn(text);
  const shown = directionsIn(basis);
  if (!said.every((each) => shown.includes(each)) || changedTheOtherWay(text, evidence)) return "direction";
  if (isHedged(text) ? !evidence.some(isHedged) : evidence.every(isHedged)) return "hedge";
  if (scopes.some((words) => words.test(text) && !words.test(basis))) return "other_words";
  if (isTranslated(sentence, verified)) return whyForeign(text, evidence, languageOf(text));
  if (boundToAnother(text, evidence)) return "number";
  return foreignWord(text, evidence) === undefined ? undefined : "other_words";
}

/** Quotes of both languages are compared by the words of the sentence's own. */
function isTranslated({ text }: ClaimedSentence, quotes: ClaimedSentence["quotes"]): boolean {
  return !quotes.some(({ quote }) => languageOf(quote) === languageOf(text));
}

/** Words of expectation, plan or possibility: these may not be worded as done, nor the other way round. */
const hedge =
  /可能性|おそれ|恐れ|懸念|見込|見通し|予定|予想|計画|方針|目標|\b(?:may(?! \d)|might|could|expect\w*|plan(?:s|ned|ning)?|will|would|forecast\w*|intend\w*|likely|possib\w*)\b/iu;

function isHedged(text: string): boolean {
  return hedge.test(text);
}

/** Words that make of some all, or of one the only one. */
const scopes: readonly RegExp[] = [
  /だけ|のみ|すぎな|過ぎな|唯一|\b(?:only|solely|merely|sole)\b/iu,
  /全|すべて|あらゆる|\b(?:all|every|entire(?:ly)?|always)\b/iu,
  /最高|最大|最多|最も|初めて|初の|\b(?:record|highest|largest|first|best|most)\b/iu,
];

/** Each number stands in a quote with its sign and scale; those that a table tells in its head may be in another quote. */
function standOn(numbers: readonly NumberOfWords[], evidence: readonly string[]): boolean {
  const known = evidence.flatMap((quote) => numbersIn(quote));
  const measures = measuresIn(evidence.join("\n"));
  const fits = (said: string, written: string) => said === written || (written === "" && measures.has(said));
  return numbers.every(({ digits, scale, unit }) =>
    known.some((each) => each.digits === digits && fits(scale, each.scale) && (unit === "" || fits(unit, each.unit))),
  );
}

const denial =
  /ない|なかっ|なけれ|なし|無し|無く|ません|得ず|せず|れず|ておらず|ぬ|未(?:定|達|了|実施|確定|払|収)|不(?:能|可|適|在|明)|\b(?:not|no|never|none|nor|neither|without|cannot|nothing|nobody|unable|fail(?:s|ed|ing)?)\b|n['’]t\b/iu;
/** Words that look like denials and are none. */
const noDenials =
  /少なくとも|少なくない|だけで(?:は)?なく|のみなら?ず|必ず|まず|わずか|みならず|ほかならない|no(?:\.| later than|t only|t less than)/giu;

function denies(text: string): boolean {
  return denial.test(text.replace(noDenials, ""));
}

const directions: readonly (readonly [name: string, words: RegExp])[] = [
  [
    "up",
    /増(?!資)|上昇|上回|拡大|伸び|伸長|改善|成長|\b(?:increas\w*|r[io]se[ns]?|rising|gr[eo]w\w*|higher|up|exceed\w*|improv\w*|expand\w*|gain\w*)\b/iu,
  ],
  [
    "down",
    /減(?!損|価|資|免|耗)|低下|下落|下回|縮小|悪化|落ち込|\b(?:decreas\w*|f[ae]ll\w*|declin\w*|lower|down|dropp?\w*|reduc\w*|shr[aiu]nk\w*|worsen\w*)\b/iu,
  ],
  ["loss", /損失|赤字|\b(?:loss(?:es)?|deficits?)\b/iu],
  ["profit", /利益|黒字|\b(?:profits?|earnings|income)\b/iu],
];

function directionsIn(text: string): readonly string[] {
  return directions.flatMap(([name, words]) => (words.test(text) ? [name] : []));
}
