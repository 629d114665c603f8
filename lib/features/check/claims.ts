import type { Exact, Unit } from "./quantities.ts";

/** Something that a draft says of an issuer and that a filing can say too. Anything else is no claim of ours. */
export interface Claim {
  readonly id: string;
  readonly blockId: string;
  /** UTF-16 units of the block's text, or of the cell. */
  readonly start: number;
  readonly end: number;
  readonly cell?: { readonly row: number; readonly column: number } | undefined;
  readonly kind: "quotation" | "figure" | "change" | "ratio";
  /** The words of the draft from `start` to `end`. */
  readonly text: string;
  /** A security code; null where none is named near enough. */
  readonly issuer: string | null;
  /** Null for a quotation, and where the draft names none that is known. */
  readonly item: ClaimedItem | null;
  readonly period: ClaimedPeriod | null;
  readonly scope: Scope | null;
  readonly forecast: boolean;
  readonly quantity: Quantity | null;
  /** Figures of a change: from which to which period. Null for anything else. */
  readonly from: ClaimedPeriod | null;
}

export type Scope = "consolidated" | "separate";

export interface ClaimedItem {
  readonly text: string;
  /** Japanese labels, as filings print them, the likeliest first. */
  readonly labels: readonly string[];
  /** A loss: what is said as a positive amount is filed as a negative one. */
  readonly isLoss: boolean;
}

/** A span that ends in a month, or a moment in it. */
export interface ClaimedPeriod {
  /** YYYY-MM; null where only the fiscal year is told, by the year in which it begins. */
  readonly end: string | null;
  readonly fiscalYear: number | null;
  /** 12 for a year; null for a moment, or where the draft doesn't say. */
  readonly months: number | null;
}

export interface Quantity {
  readonly exact: Exact;
  readonly unit: Unit;
  /** About, over, under: the zeros at its end count for nothing. */
  readonly about: boolean;
  /** A change told by its size: grew, fell, or an amount by which it did. */
  readonly isDelta: boolean;
}

export const verdictKinds = [
  "found",
  "rounded",
  "other_year",
  "other_scale",
  "other_scope",
  "other_sign",
  "neighbour",
  "forecast",
  "superseded",
  "altered_words",
  "not_in_it",
  "not_checked",
] as const;
export type VerdictKind = (typeof verdictKinds)[number];

/** Reasons for which a claim is not checked, or how it was found without its text. */
export type Because =
  /** The service found it as whole sentences, in text that is not owned. */
  | "whole_sentence"
  | "not_whole_sentence"
  | "free_limit"
  | "not_asked"
  | "no_issuer"
  | "no_item"
  | "no_period"
  | "not_owned"
  | "item_not_owned"
  | "several_items"
  | "sign_unclear"
  | "too_coarse"
  | "more_exact"
  | "no_document"
  | "too_short"
  | "too_many";

export interface Verdict {
  readonly claimId: string;
  readonly kind: VerdictKind;
  readonly because: Because | null;
  readonly place: VerdictPlace | null;
  /** The filing's own words, from owned text alone. */
  readonly words: string | null;
  /** The number or the wording that the filing has instead, as it prints it; null where it agrees. */
  readonly filed: string | null;
}

export interface VerdictPlace {
  readonly documentId: string;
  readonly sectionId: string | null;
  readonly title: string | null;
  readonly page: number | null;
}
