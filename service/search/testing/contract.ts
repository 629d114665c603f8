import type { EngineUnderTest } from "./engine-under-test.ts";
import { describeGeneratedCorpus } from "./generated-corpus.ts";
import { describeRules } from "./rules.ts";

export interface ContractScale {
  readonly sections: number;
  readonly queries: number;
  /** `ours`: hits and scores are those of reading everything. `own`: the same sections, ranked by the engine. */
  readonly keywordScores: "ours" | "own";
}

/** What every engine that implements the port must do, compared with an engine that reads everything. */
export function describeSearchIndex(
  name: string,
  open: () => EngineUnderTest | Promise<EngineUnderTest>,
  scale: ContractScale,
) {
  describeGeneratedCorpus(name, open, scale);
  describeRules(name, open);
}
