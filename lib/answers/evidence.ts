import { bareHeading } from "../format/heading-names.ts";
import { ancestry, type SectionNode } from "../toc/section-tree.ts";
import { figuresIn, type FoundFigure } from "./find-figures.ts";
import { type FoundPassage, passagesIn } from "./find-passages.ts";
import type { ReadQuestion } from "./read-question.ts";

/** What the texts that were read say of a question, and whether that is enough. */
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
export function evidenceOf(question: ReadQuestion, sections: readonly ReadSection[]): Evidence {
  const figures = question.asksFor === "figure" ? figuresOf(question, sections) : [];
  const passages = passagesOf(question, sections);
  const [best] = figures;
  const figureHolds =
    best !== undefined && best.label >= labelHolds && best.period === "right" && scopeFits(question, best.section.node);
  const holds = question.asksFor === "figure" ? figureHolds : passageHoldsFor(question, passages);
  return { figures: figures.slice(0, figuresMax), passages: passages.slice(0, passagesMax), holds };
}

function figuresOf(question: ReadQuestion, sections: readonly ReadSection[]) {
  return sections
    .flatMap((section) => {
      const place = { periodEnd: section.periodEnd, scopeFits: scopeFits(question, section.node) };
      return figuresIn(question, section.text, place).map((each) => ({ ...each, section }));
    })
    .sort((a, b) => b.score - a.score);
}

function passagesOf(question: ReadQuestion, sections: readonly ReadSection[]) {
  const texts = sections.map(({ text, node }) => ({ text, statutory: isPlaceOf(question, node) }));
  return passagesIn(question, texts)
    .flatMap((list, at) =>
      list.slice(0, 3).flatMap((each) => {
        const section = sections[at];
        return section === undefined ? [] : [{ ...each, section }];
      }),
    )
    .sort((a, b) => b.score - a.score);
}

function passageHoldsFor(question: ReadQuestion, passages: Evidence["passages"]): boolean {
  const [best] = passages;
  if (best === undefined || best.score < passageHolds) return false;
  if (isPlaceOf(question, best.section.node)) return true;
  const other = passages.find(({ section }) => section.node !== best.section.node);
  return best.score >= passageHoldsAlone && best.score - (other?.score ?? 0) >= passageMargin;
}

/** Whether the section, or one around it, is a place for questions of this kind. */
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
