import { notFound } from "../../http/problem.ts";
import type { FreeHandler } from "../handler.ts";

export const getNews: FreeHandler<"getNews"> = {
  kind: "free",
  async respond({ news_id }, { catalog }) {
    const news = await catalog.findNews(news_id);
    if (news === undefined) throw notFound("There is no such news statement.");
    return news;
  },
};
