import { fixedCredits } from "../../../lib/contract/prices.ts";
import { timelineSpan } from "../dates.ts";
import { given, type PaidHandler } from "../handler.ts";

export const listNews: PaidHandler<"listNews"> = {
  kind: "paid",
  async prepare(input, { catalog, cursors, nowMs }) {
    const { cursor, limit, ...filters } = input;
    const after = cursor === undefined ? undefined : cursors.read("listNews", filters, cursor, nowMs());
    return {
      credits: fixedCredits.newsList,
      async run() {
        const filter = { securityCodes: filters.security_codes, ...timelineSpan(filters) };
        const page = await catalog.listNews(filter, after, given(limit));
        const next_cursor = page.next === undefined ? null : cursors.write("listNews", filters, page.next, nowMs());
        return { json: { news: page.records, next_cursor } };
      },
    };
  },
};
