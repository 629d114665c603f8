import { servePostgres } from "../../testing/database.ts";
import { describeSearchIndex } from "../testing/contract.ts";
import { engineUrl } from "../testing/engine-url.ts";
import { followedUnderTest } from "../testing/followed-under-test.ts";
import { openSearchUnderTest } from "../testing/opensearch-under-test.ts";

describeSearchIndex("OpenSearch", () => openSearchUnderTest(engineUrl()), {
  sections: 400,
  queries: 100,
  keywordScores: "own",
});

const postgres = servePostgres();

describeSearchIndex(
  "OpenSearch that follows PostgreSQL",
  async () => followedUnderTest(await postgres.newDatabase(), engineUrl()),
  { sections: 400, queries: 100, keywordScores: "own" },
);
