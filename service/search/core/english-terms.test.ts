import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { openDatabase } from "../../storage/sqlite/database.ts";
import { migrate } from "../../storage/sqlite/migrations.ts";
import { SearchReader } from "../sqlite/reader.ts";
import { createSearchWriter } from "../sqlite/recording-writer.ts";
import { searchMigrations } from "../sqlite/schema.ts";
import { documentOf, documentQuery } from "../testing/queries.ts";
import { japaneseTerms } from "./english-terms.ts";

test("the dictionary is small, sorted, and each line is a word with likely terms, best first", () => {
  const packed = readFileSync(new URL("./english-terms.tsv.gz", import.meta.url));
  expect(packed.length).toBeLessThanOrEqual(2_000_000);
  const lines = gunzipSync(packed).toString("utf8").trimEnd().split("\n");
  expect(lines.length).toBeGreaterThan(40_000);
  const shape = /^[a-z]{2,}(?: [a-z]+)?(?:\t[^\t ]{2,} (?:[4-9]\d|100)){1,6}$/u;
  expect(lines.filter((line) => !shape.test(line))).toEqual([]);
  const words = lines.map((line) => line.slice(0, line.indexOf("\t")));
  expect(words).toEqual([...new Set(words)].sort());
});

test("a word is found by its forms", () => {
  const subsidiary = japaneseTerms("subsidiary");
  expect(subsidiary[0]?.folded).toBe("子会社");
  expect(japaneseTerms("subsidiaries")).toEqual(subsidiary);
  expect(japaneseTerms("hedging")[0]?.folded).toBe("ヘッジ");
  expect(japaneseTerms("xqzzy")).toEqual([]);
});

const headings = [
  ["沿革", "1950年に会社を設立し、1962年に東京証券取引所に上場しました。"],
  ["従業員の状況", "従業員数は1,200名、平均年間給与は650万円です。労働組合との関係は良好です。"],
  ["配当政策", "株主への利益還元を重視し、配当を年2回行います。"],
  ["研究開発活動", "中央研究所で新しい素材の研究を続けています。"],
  ["大株主の状況", "信託銀行が株式の一割を所有しています。"],
  ["設備の新設、除却等の計画", "工場を新設する計画があります。"],
  ["訴訟", "当社を被告とする訴訟が係属しています。"],
  ["気候変動への対応", "温室効果ガスの排出量を減らします。"],
  ["退職給付関係", "確定給付型の年金制度を採用しています。"],
  ["棚卸資産", "製品と原材料の在庫を評価しました。"],
  ["製品保証引当金", "保証に要する費用に備えます。"],
  ["為替予約", "外貨建ての取引をヘッジしています。"],
] as const;

test.each([
  ["When was the firm founded and listed?", "沿革"],
  ["Of which lawsuits is a constructor the reason?", "訴訟"],
  ["What do workers earn on average?", "従業員の状況"],
  ["Is there a labor union?", "従業員の状況"],
  ["How are dividends decided?", "配当政策"],
  ["Where is research carried out?", "研究開発活動"],
  ["Who are the major shareholders?", "大株主の状況"],
  ["Are new factories planned?", "設備の新設、除却等の計画"],
  ["Are there lawsuits against it?", "訴訟"],
  ["How will it cut greenhouse gas emissions?", "気候変動への対応"],
  ["Is there a pension?", "退職給付関係"],
  ["How is inventory valued?", "棚卸資産"],
  ["What does it set aside for product warranties?", "製品保証引当金"],
  ["How does it hedge foreign currency?", "為替予約"],
])("%s is answered first by %s", async (query, title) => {
  expect((await search(query))[0]).toBe(title);
});

let reader: SearchReader | undefined;

async function search(query: string): Promise<string[]> {
  if (reader === undefined) {
    const db = openDatabase(":memory:", { durability: "normal" });
    migrate(db, searchMigrations);
    const sections = headings.map(([title, markdown]) => ({ sectionId: title, title, path: [title], markdown }));
    await createSearchWriter(db).putDocument(documentOf("A", [], { sections }));
    reader = new SearchReader(db, 1_000_000);
  }
  return reader
    .searchDocuments(documentQuery(query, { matchType: "semantic" }), () => {})
    .hits.map(({ sectionId }) => sectionId);
}
