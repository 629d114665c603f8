/** What the lists of feeds and webhooks need to make and revoke one. */
export interface Maker {
  /** What the new one is to tell of. */
  readonly source: string;
  readonly consent: boolean;
  /** Runs a change, tells its failure, and loads the lists again. */
  readonly run: (change: () => Promise<unknown>) => Promise<boolean>;
  readonly timeOf: (ms: number) => string;
}
