/** Lists refer to each other by position, so that a filing with thousands of facts stays small. */
export interface Figures {
  /** The accounting standard that the filing names: "Japan GAAP", "IFRS", "US GAAP". */
  readonly standard: string | null;
  readonly contexts: readonly FigureContext[];
  readonly units: readonly string[];
  readonly elements: readonly FigureElement[];
  /** Names of segment members and other dimension members that the package labels itself. */
  readonly members: Readonly<Record<string, PackageLabel>>;
  /** Short lines of the text in reading order, among them its headings; facts say after which one they stand. */
  readonly landmarks: readonly string[];
  readonly facts: readonly Fact[];
  /** Short facts in words: the filer's name, the date of a notice, the reason for a revision. */
  readonly texts: readonly TextFact[];
  /** The package's own presentation: which elements a statement has, in which order. */
  readonly statements: readonly Statement[];
  /** Numeric facts whose value could not be read; their places are kept. */
  readonly unreadCount: number;
}

export interface FigureContext {
  /** Null for a moment. */
  readonly start: string | null;
  /** The last day, or the moment. Null for "forever". */
  readonly end: string | null;
  /** Null where the filing doesn't say. */
  readonly basis: "consolidated" | "separate" | null;
  readonly members: readonly { readonly axis: string; readonly member: string }[];
}

export interface PackageLabel {
  readonly ja: string | null;
  readonly en: string | null;
}

export interface FigureElement extends PackageLabel {
  /** With the prefix that the filing uses: `jppfs_cor:NetSales`. */
  readonly name: string;
  /** The words before the figures in its row of the text; null outside of tables. */
  readonly row: string | null;
  /** Defined by the filer and not by a taxonomy. */
  readonly extension: boolean;
}

export interface Fact {
  readonly element: number;
  readonly context: number;
  readonly unit: number;
  /** The exact value as decimal digits; null where nil or unreadable. */
  readonly value: string | null;
  readonly nil: boolean;
  /** The figure as the text shows it, without its sign: "1,671,865". Null for hidden facts. */
  readonly shown: string | null;
  readonly decimals: string | null;
  readonly scale: number;
  readonly negative: boolean;
  /** Position of the last landmark before it; -1 before the first one. */
  readonly landmark: number;
  readonly row: string | null;
}

export interface TextFact {
  readonly element: string;
  readonly context: number;
  readonly text: string;
}

export interface Statement {
  /** The last part of the role's address: "ConsolidatedBalanceSheet". */
  readonly role: string;
  readonly rows: readonly StatementRow[];
}

export interface StatementRow {
  readonly element: number;
  readonly depth: number;
}
