import type { ContractScale, EngineUnderTest } from "./engine-under-test.ts";
import { describeGeneratedCorpus } from "./generated-corpus.ts";
import { describeRules } from "./rules.ts";

/** What every engine that implements the port must do, compared with an engine that reads everything. */
export function describeSearchIndex(
  name: string,
  open: () => EngineUnderTest | Promise<EngineUnderTest>,
  scale: ContractScale,
) {
  describeGeneratedCorpus(name, open, scale);
  describeRules(name, open);
}
