/** Why a sentence of a model is struck; each has its words in both languages. */
export const struckReasons = [
  "no_quote",
  "not_in_passage",
  "too_little",
  "number",
  "denial",
  "direction",
  "hedge",
  "name",
  "other_words",
  "hidden_characters",
] as const;
export type StruckReason = (typeof struckReasons)[number];
