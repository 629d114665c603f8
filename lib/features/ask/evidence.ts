import type { TextReader } from "../../kit/long-texts/reader.ts";
import { unreadBecause } from "../../kit/long-texts/refusal.ts";
import { bareHeading } from "../../text/format/heading-names.ts";
import type { FoundFigure } from "../../text/passages/find-figures.ts";
import type { FoundInText } from "../../text/passages/find-in-texts.ts";
import type { FoundPassage } from "../../text/passages/find-passages.ts";
import type { ReadQuestion } from "../../text/passages/read-question.ts";
import { ancestry, type SectionNode } from "../../text/toc/section-tree.ts";

export interface ReadSection {
  readonly documentId: string;
  readonly periodEnd: string | null;
  readonly node: SectionNode;
  readonly text: string;
}

export interface Evidence {
  readonly figures: readonly (FoundFigure & { readonly section: ReadSection })[];
  readonly passages: readonly (FoundPassage & { readonly section: ReadSection })[];
  readonly holds: boolean;
  /** Texts that could not be read within their time. */
  readonly unread: readonly ReadSection[];
}

const figuresMax = 5;
const passagesMax = 4;
/** A row is the asked one from here on, and no other. */
const labelHolds = 0.86;
/** A passage holds what is asked from here on, and so much more than any other section's. */
const passageHolds = 0.55;
const passageHoldsAlone = 0.8;
const passageMargin = 0.08;

/**
 * The rule by which evidence holds. For a figure: a row whose label is the asked one, in a column of the asked period,
 * in a section of the asked scope. For a text: a passage with the words of the question that stands under a heading for
 * such questions, or has clearly more of them than any other section that was read.
 */
export async function evidenceOf(
  texts: Pick<TextReader, "find">,
  question: ReadQuestion,
  sections: readonly ReadSection[],
): Promise<Evidence> {
  const { read, unread } = await readThrough(texts, question, sections);
  const figures = best(read, (found) => found.figures);
  const passages = best(read, (found) => found.passages);
  const [first] = figures;
  const figureHolds =
    first !== undefined &&
    first.label >= labelHolds &&
    first.period === "right" &&
    scopeFits(question, first.section.node);
  const holds = question.asksFor === "figure" ? figureHolds : passageHoldsFor(question, passages);
  return { figures: figures.slice(0, figuresMax), passages: passages.slice(0, passagesMax), holds, unread };
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

function best<T extends { readonly score: number }>(
  read: readonly LookedThrough[],
  of: (found: FoundInText) => readonly T[],
) {
  return read
    .flatMap((found) => of(found).map((each) => ({ ...each, section: found.section })))
    .sort((a, b) => b.score - a.score);
}

function passageHoldsFor(question: ReadQuestion, passages: Evidence["passages"]): boolean {
  const [best] = passages;
  if (best === undefined || best.score < passageHolds) return false;
  if (isPlaceOf(question, best.section.node)) return true;
  const other = passages.find(({ section }) => section.node !== best.section.node);
  return best.score >= passageHoldsAlone && best.score - (other?.score ?? 0) >= passageMargin;
}

/** A place is a section where filers must answer questions of this kind; one around it counts too. */
export function isPlaceOf(question: ReadQuestion, node: SectionNode): boolean {
  const headings = ancestry(node)
    .slice(0, 3)
    .map(({ title }) => bareHeading(title ?? ""));
  return question.kinds.some(({ places }) =>
    places.some(([pattern]) => headings.some((heading) => pattern.test(heading))),
  );
}

function scopeFits({ scope }: ReadQuestion, node: SectionNode): boolean {
  const path = ancestry(node)
    .map(({ title }) => bareHeading(title ?? ""))
    .join(" ");
  const separate = /(?:^| )財務諸表等|提出会社の経営指標等|(?:^| )財務諸表(?: |$)/u.test(path);
  return scope === "separate" ? separate || !/連結財務諸表|連結経営指標/u.test(path) : !separate;
}
