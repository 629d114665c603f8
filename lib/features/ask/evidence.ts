import type { TextReader } from "../../kit/long-texts/reader.ts";
import { unreadBecause } from "../../kit/long-texts/refusal.ts";
import type { FoundInText } from "../../text/passages/find-in-texts.ts";
import type { ReadQuestion } from "../../text/passages/read-question.ts";
import { type AskedIssuer, coverageOf, type Found, headingsOf, type Uncovered } from "./coverage.ts";
import type { OwnedFact } from "./owned-facts.ts";
import { isPlaceOf, scopeFits } from "./places.ts";
import type { EvidenceFigure, EvidencePassage, ReadSection } from "./read-section.ts";

export interface Evidence {
  readonly figures: readonly EvidenceFigure[];
  readonly passages: readonly EvidencePassage[];
  /** Those that answer, in the order of the question's issuers and years. */
  readonly answering: Found;
  readonly missing: readonly Uncovered[];
  readonly holds: boolean;
  /** Texts that could not be read within their time. */
  readonly unread: readonly ReadSection[];
}

const figuresMax = 5;
const passagesMax = 4;

export async function evidenceOf(
  texts: Pick<TextReader, "find">,
  asked: {
    readonly question: ReadQuestion;
    readonly issuers: readonly AskedIssuer[];
    readonly facts: readonly OwnedFact[];
  },
  sections: readonly ReadSection[],
): Promise<Evidence> {
  const { question, issuers, facts } = asked;
  const { read, unread } = await readThrough(texts, question, sections);
  const figures = best(
    read,
    (found) => found.figures,
    ({ score }) => score,
  );
  const passages = best(
    read,
    (found) => found.passages,
    ({ rank }) => rank,
  );
  const { answering, missing } = coverageOf(question, issuers, { facts, figures, passages });
  return {
    figures: figures.slice(0, figuresMax),
    passages: passages.slice(0, passagesMax),
    answering,
    missing,
    holds: missing.length === 0,
    unread,
  };
}

interface LookedThrough extends FoundInText {
  readonly section: ReadSection;
}

/** Together, since words weigh by how rare they are. Where that is refused it goes on without the longest. */
async function readThrough(
  texts: Pick<TextReader, "find">,
  whole: ReadQuestion,
  sections: readonly ReadSection[],
  unread: readonly ReadSection[] = [],
): Promise<{ readonly read: readonly LookedThrough[]; readonly unread: readonly ReadSection[] }> {
  const { kinds: _, ...question } = whole;
  const wanted = sections.map(({ text, periodEnd, node }) => ({
    ...{ text, periodEnd },
    scopeFits: scopeFits(whole, node),
    statutory: isPlaceOf(whole, node),
    headings: headingsOf(node).slice(0, 400),
  }));
  const found = await texts.find({ question, texts: wanted }).catch(unreadBecause);
  if (typeof found !== "string") {
    return { read: found.flatMap((each, at) => withSection(each, sections[at])), unread };
  }
  const [longest] = sections.toSorted((a, b) => b.text.length - a.text.length);
  const rest = sections.filter((each) => each !== longest);
  return readThrough(texts, whole, rest, longest === undefined ? unread : [...unread, longest]);
}

function withSection(found: FoundInText, section: ReadSection | undefined): LookedThrough[] {
  return section === undefined ? [] : [{ ...found, section }];
}

function best<T>(
  read: readonly LookedThrough[],
  of: (found: FoundInText) => readonly T[],
  weight: (each: T) => number,
) {
  return read
    .flatMap((found) => of(found).map((each) => ({ ...each, section: found.section })))
    .sort((a, b) => weight(b) - weight(a));
}
