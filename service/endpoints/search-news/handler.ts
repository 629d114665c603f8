import { fixedCredits } from "../../../lib/contract/prices.ts";
import { timelineSpan } from "../dates.ts";
import { given, type PaidHandler } from "../handler.ts";
import { searchWhole } from "../whole-search.ts";

export const searchNews: PaidHandler<"searchNews"> = {
  kind: "paid",
  async prepare(input, { catalog, search, searchTimeoutMs }, client) {
    const query = {
      query: given(input.query),
      matchType: given(input.match_type),
      topK: given(input.top_k),
      securityCodes: input.security_codes,
      ...timelineSpan(input),
    };
    return {
      credits: fixedCredits.search,
      async run() {
        const { matches, headers } = await searchWhole({
          timeoutMs: searchTimeoutMs,
          client,
          behind: () => search.newsBehind(query),
          search: (signal) => search.searchNews(query, signal),
        });
        const statements = await catalog.findNewsStatements(matches.hits.map((hit) => hit.newsId));
        const byId = new Map(statements.map((each) => [String(each.news_id), each]));
        const hits = matches.hits.flatMap(({ newsId, score }) => {
          const news = byId.get(newsId);
          return news === undefined ? [] : [{ news, score }];
        });
        return { json: { match_type: query.matchType, hits }, headers };
      },
    };
  },
};
