import type { InlineMark } from "./inline-marks.ts";

/** The visible content of a page in reading order, without its layout. A line break inside text is `\n`. */
export type Block = Paragraph | Heading | Table | Image;

export interface Paragraph {
  readonly kind: "paragraph";
  readonly text: string;
  readonly align: Align;
  /** A table that only arranged text gave it its place: its alignment says nothing outside of that table. */
  readonly arranged?: true;
  readonly bold: boolean;
  /** Points from the left edge of its cell or page to its first line, as the source styles it. */
  readonly left: number;
  readonly list: "bullet" | "numbered" | undefined;
  /** It heads the paragraph below it, by its indentation alone. */
  readonly isHead?: true;
  readonly marks?: readonly InlineMark[];
  readonly names?: Names;
}

/** Inline XBRL element names that begin with a block or are in a cell: `jpcrp_cor:DividendPolicyTextBlock`. */
export type Names = readonly string[];

export type Align = "start" | "center" | "end";

export interface Heading {
  readonly kind: "heading";
  /** 1 to 6, as the source tags it. */
  readonly tag: number;
  readonly text: string;
  readonly names?: Names;
}

export interface Table {
  readonly kind: "table";
  readonly rows: readonly Row[];
  readonly names?: Names;
}

export interface Row {
  readonly header: boolean;
  readonly cells: readonly Cell[];
}

export interface Cell {
  readonly blocks: readonly Block[];
  readonly colSpan: number;
  readonly rowSpan: number;
  /** Inline XBRL says that the cell holds a figure. */
  readonly figure: boolean;
  readonly names?: Names;
}

export interface Image {
  readonly kind: "image";
  /** As the source writes it, relative to its page. */
  readonly source: string;
}

/** An inline XBRL fact that tells about the document. */
export interface Fact {
  readonly name: string;
  readonly context: string;
  readonly value: string;
}

export interface Period {
  readonly start: string | undefined;
  /** The instant of a context without duration. */
  readonly end: string | undefined;
}

export interface Page {
  readonly blocks: readonly Block[];
  readonly facts: readonly Fact[];
  readonly contexts: ReadonlyMap<string, Period>;
  readonly counts: SourceCounts;
}

/** Counts in the source, to check that nothing was lost. */
export interface SourceCounts {
  /** By tag, h1 first, empty ones included. */
  readonly headings: readonly number[];
  readonly tables: number;
  readonly nestedTables: number;
}
