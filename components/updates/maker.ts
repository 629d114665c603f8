import type { Run } from "@/lib/next/queries/use-change";

export interface Maker {
  /** The watch or filter of the new feed or webhook. */
  readonly source: string;
  readonly consent: boolean;
  readonly run: Run;
  readonly timeOf: (ms: number) => string;
}
