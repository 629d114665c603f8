import type { EmbeddedSearchIndex } from "../port.ts";

/** An engine under test. Writes happen inside `transaction`, which leaves nothing behind where it throws. */
export interface EngineUnderTest {
  readonly index: EmbeddedSearchIndex;
  transaction(work: () => Promise<unknown>): Promise<unknown>;
  close(): Promise<void>;
}

export interface ContractScale {
  readonly sections: number;
  readonly queries: number;
  /** `ours`: hits and scores are those of reading everything. `own`: the same sections, ranked by the engine. */
  readonly keywordScores: "ours" | "own";
}
