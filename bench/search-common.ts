/** bench: one kana that stands nearly everywhere: what the largest list that is answered costs, and a refusal. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { TermTooCommonError } from "../service/search/port.ts";
import { compactSearch } from "../service/search/sqlite/compact.ts";
import { commonPostingsMax } from "../service/search/sqlite/corpus.ts";
import { createSearchIndex } from "../service/search/sqlite/create-index.ts";
import { searchMigrations } from "../service/search/sqlite/schema.ts";
import { documentOf, documentQuery } from "../service/search/testing/queries.ts";
import { openDatabase } from "../service/storage/sqlite/database.ts";
import { migrate } from "../service/storage/sqlite/migrations.ts";
import { inTransaction } from "../service/storage/sqlite/writes.ts";
import { atMost, inRounds, pressure, reportWithoutGoal, type Sample } from "./web/figures.ts";

const { values: options } = parseArgs({ options: { sections: { type: "string", default: "20000" } }, strict: false });
const kana = "の";
const never = new AbortController().signal;
const folder = mkdtempSync(join(tmpdir(), "hiraku-common-"));
const file = join(folder, "search.db");

const db = openDatabase(file, { durability: "normal" });
migrate(db, searchMigrations);
const building = createSearchIndex({ db, file });
const sections = Number(options.sections);
for (let at = 0; at < sections; at += 500) {
  await inTransaction(db, async () => {
    for (let each = at; each < at + 500; each++)
      await building.writer.putDocument(documentOf(`D${each}`, [text(each)]));
  });
}
compactSearch(db);
await building.close();

const postings = await countPostings();
console.log(`${options.sections} sections, ${postings} places of ${kana}; cpu pressure ${pressure()}`);
const figures = await inRounds("search-common", { answered: () => ask(postings), refused: () => ask(postings - 1) });
db.close();
rmSync(folder, { recursive: true, force: true });

const share = commonPostingsMax / postings;
const atBound = figures("answered", "cpu").map((ms) => ms * share);
atMost(`CPU of the longest list answered (${(commonPostingsMax / 1e6).toFixed(0)} M), ms`, atBound, 150);
reportWithoutGoal("CPU of a list of this size, ms", figures("answered", "cpu"));
atMost("CPU of a refusal, ms", figures("refused", "cpu"), 150);

/** A section in which the kana stands before many different characters, each of which is a list of its own. */
function text(seed: number): string {
  return Array.from(
    { length: 60 },
    (_, at) => `${kana}${String.fromCodePoint(0x4e00 + ((seed * 7 + at * 131) % 2_000))}`,
  ).join("。");
}

/** The smallest bound under which it is answered. */
async function countPostings(): Promise<number> {
  let [low, high] = [0, 1 << 26];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((await ask(middle))["refused"] === 1) low = middle;
    else high = middle;
  }
  return high;
}

/** One query in an index that was opened for it; the second one is measured, as in a program that runs. */
async function ask(commonMax: number): Promise<Sample> {
  const index = createSearchIndex({ db, file, threads: 1, commonMax });
  const once = async () => {
    const began = process.cpuUsage();
    const refused = await index.searchDocuments(documentQuery(kana), never).then(
      () => 0,
      (error: unknown) => {
        if (error instanceof TermTooCommonError) return 1;
        throw error;
      },
    );
    const { user, system } = process.cpuUsage(began);
    return { refused, cpu: (user + system) / 1_000 };
  };
  await once();
  const sample = await once();
  await index.close();
  return sample;
}
