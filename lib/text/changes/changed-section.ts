/**
 * `same`: every word of it, with what lies beneath; the level of its heading is none. `within`: its own text is the same, something beneath it is
 * not. `renamed`: the same text under another heading. `unknown`: the service tells nothing about the text.
 */
export type ChangeState = "same" | "within" | "renamed" | "changed" | "new" | "gone" | "unknown";

export interface ChangedSection {
  readonly state: ChangeState;
  /** Null of a section that is new or gone. */
  readonly before: SectionPlace | null;
  readonly after: SectionPlace | null;
  readonly depth: number;
  /** Another legal name than before. */
  readonly renamed: boolean;
  /** It stands under another section, or in another order. */
  readonly moved: boolean;
}

export interface SectionPlace {
  readonly id: string;
  readonly title: string | null;
  readonly characters: number | null;
}
