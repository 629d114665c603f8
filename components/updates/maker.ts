export interface Maker {
  /** The watch or filter of the new feed or webhook. */
  readonly source: string;
  readonly consent: boolean;
  /** Runs a change, tells its failure, and loads the lists again. */
  readonly run: (change: () => Promise<unknown>) => Promise<boolean>;
  readonly timeOf: (ms: number) => string;
}
