import { jstDate } from "../../lib/contract/dates.ts";
import { readSampleData } from "../../service/sample/data.ts";
import { marketOf } from "../../service/sample/market.ts";
import type { IndexedNews } from "../../service/search/port.ts";

export interface NewsQuestion {
  readonly kind: string;
  readonly text: string;
  readonly answers: readonly string[];
}

/** Events as headlines of the sample market say them, and as somebody asks for them in either language. */
const events: readonly (readonly [RegExp, string, string])[] = [
  [/自己株式の取得を決議/u, "自社株買いを決めた発表", "share buyback decision"],
  [/業績予想を修正/u, "業績の見通しを改めたという知らせ", "revision of the earnings forecast"],
  [/代表取締役が交代/u, "社長の交代", "change of the representative director"],
  [/子会社を吸収合併/u, "子会社との合併", "merger with a subsidiary"],
  [/公開買付けが開始/u, "TOBの開始", "start of a tender offer"],
  [/大量保有報告書/u, "大量保有の報告", "large shareholding report"],
  [/決算を発表/u, "決算の発表", "announcement of financial results"],
];

export function sampleNews(issuers: number, anchorDay = "2026-11-21"): IndexedNews[] {
  const data = readSampleData();
  return Array.from({ length: issuers }, (_, i) =>
    marketOf(data, i, { seed: 1, years: 3, anchorDay, lengths: "short" }),
  ).flatMap(({ issuer, news }) =>
    news.map(({ newsId, title, statement, observedAtMs, securityCodes }) => ({
      newsId,
      title,
      statement,
      observedAtMs,
      securityCodes,
      issuerNames: [issuer.name, issuer.nameEn ?? ""].filter((name) => name !== ""),
    })),
  );
}

/** Questions by name and event, by name and day, by what a statement says, and in English by name and event. */
export function newsQuestions(news: readonly IndexedNews[], stride = 7): NewsQuestion[] {
  const questions: NewsQuestion[] = [];
  const ids = (accept: (each: IndexedNews) => boolean) => news.filter(accept).map(({ newsId }) => newsId);
  for (const [i, each] of news.entries()) {
    if (i % stride !== 0) continue;
    const [name = "", nameEn = ""] = each.issuerNames;
    const short = name.replace("株式会社", "");
    const ofIssuer = (other: IndexedNews) => other.issuerNames[0] === name;
    const event = events.find(([words]) => words.test(each.title ?? ""));
    if (event !== undefined) {
      const [words, japanese, english] = event;
      const answers = ids((other) => ofIssuer(other) && words.test(other.title ?? ""));
      questions.push({ kind: "name and event", text: `${short}の${japanese}`, answers });
      questions.push({ kind: "name and event, en", text: `${english} by ${nameEn}`, answers });
    }
    const [year, month, day] = jstDate(each.observedAtMs).split("-").map(Number);
    const onDay = (other: IndexedNews) => jstDate(other.observedAtMs) === jstDate(each.observedAtMs);
    questions.push({
      kind: "name and day",
      text: `${year}年${month}月${day}日に${short}は何を発表したか`,
      answers: ids((other) => ofIssuer(other) && onDay(other)),
    });
    const said = /。([^。]{2,30})への投資/u.exec(each.statement)?.[1];
    if (said !== undefined) {
      questions.push({
        kind: "what is said",
        text: `${said}に投資すると述べたのはどの会社か`,
        answers: ids((other) => other.statement.includes(`${said}への投資`)),
      });
    }
  }
  return questions;
}
