import { type FoundFigure, figuresIn } from "./find-figures.ts";
import { type FoundPassage, passagesIn } from "./find-passages.ts";
import type { ReadQuestion } from "./read-question.ts";

/** A text that is looked through for a question, with what its section's headings say. */
export interface TextToRead {
  readonly text: string;
  readonly periodEnd: string | null;
  readonly scopeFits: boolean;
  readonly statutory: boolean;
  /** Of its section and of what is around it. */
  readonly headings: string;
}

export interface TextsToRead {
  /** Without what is only asked of headings. */
  readonly question: Omit<ReadQuestion, "kinds">;
  readonly texts: readonly TextToRead[];
}

export interface FoundInText {
  readonly figures: readonly FoundFigure[];
  readonly passages: readonly FoundPassage[];
}

/** More than an answer shows of all texts together. */
const figuresMax = 16;
const passagesMax = 4;

/** The best of each text. Only figures are looked for where one is asked for, and passages in any case. */
export function findInTexts({ question, texts }: TextsToRead): FoundInText[] {
  const passages = passagesIn(question, texts);
  return texts.map((each, at) => ({
    figures: question.asksFor === "figure" ? figuresIn(question, each.text, each).slice(0, figuresMax) : [],
    passages: (passages[at] ?? []).slice(0, passagesMax),
  }));
}
