/** bench: questions for news by name, event, day and content, over the news of the sample market. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createSearchIndex, searchMigrations } from "../service/search/index.ts";
import { openDatabase } from "../service/storage/sqlite/database.ts";
import { migrate } from "../service/storage/sqlite/migrations.ts";
import { inTransaction } from "../service/storage/sqlite/writes.ts";
import { newsQuestions, sampleNews } from "./filings/news.ts";
import { Tally } from "./filings/tally.ts";

const never = new AbortController().signal;
const failures = process.argv.includes("--failures");
const folder = mkdtempSync(join(tmpdir(), "hiraku-news-"));
const file = join(folder, "store.db");
const db = openDatabase(file, { durability: "normal" });
migrate(db, searchMigrations);
const index = createSearchIndex({ db, file, threads: 1 });
try {
  const news = sampleNews(60);
  await inTransaction(db, async () => {
    for (const each of news) await index.writer.putNews(each);
  });
  const textOf = new Map(news.map((each) => [each.newsId, `${each.title ?? "-"} ${each.statement.slice(0, 60)}`]));
  const questions = newsQuestions(news);
  console.log(`${news.length} news statements of 60 issuers\n`);
  console.log("| questions | R@1 | R@10 | MRR@10 | no hit | p50 ms |\n|---|---|---|---|---|---|");
  for (const kind of new Set(questions.map((each) => each.kind))) {
    const tally = new Tally(kind, { failures, show: false });
    for (const question of questions.filter((each) => each.kind === kind)) {
      const { hits } = await tally.time(() =>
        index.searchNews(
          {
            query: question.text,
            matchType: "semantic",
            topK: 10,
            securityCodes: undefined,
            sinceMs: undefined,
            untilMs: undefined,
          },
          never,
        ),
      );
      tally.add(hits.findIndex((hit) => question.answers.includes(hit.newsId)) + 1, hits.length === 0, () => [
        question.text,
        ...hits.slice(0, 3).map((hit) => `      ${textOf.get(hit.newsId)}`),
      ]);
    }
    tally.print();
  }
} finally {
  await index.close();
  db.close();
  rmSync(folder, { recursive: true, force: true });
}
