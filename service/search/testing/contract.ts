import type { EngineUnderTest } from "./engine-under-test.ts";
import { describeGeneratedCorpus } from "./generated-corpus.ts";
import { describeRules } from "./rules.ts";

/** What every engine behind the port must do. The oracle reads everything and has no index. */
export function describeSearchIndex(
  name: string,
  open: () => EngineUnderTest,
  scale: { sections: number; queries: number },
) {
  describeGeneratedCorpus(name, open, scale);
  describeRules(name, open);
}
