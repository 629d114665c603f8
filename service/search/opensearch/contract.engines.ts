import { describeSearchIndex } from "../testing/contract.ts";
import { openSearchUnderTest } from "../testing/opensearch-under-test.ts";
import { engineUrl } from "../testing/engine-url.ts";

describeSearchIndex("OpenSearch", () => openSearchUnderTest(engineUrl()), {
  sections: 400,
  queries: 100,
  keywordScores: "own",
});
