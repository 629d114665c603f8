import { expect, test } from "vitest";
import { openDatabase } from "../../storage/sqlite/database.ts";
import { migrate } from "../../storage/sqlite/migrations.ts";
import { japaneseTerms } from "../core/english-terms.ts";
import { evidenceSettings } from "../core/evidence-settings.ts";
import type { IndexedDocument } from "../port.ts";
import { createBruteForceIndex } from "../testing/brute-force.ts";
import { randomFrom } from "../testing/generate.ts";
import { documentOf, documentQuery } from "../testing/queries.ts";
import { compactSearch } from "./compact.ts";
import { SearchReader } from "./reader.ts";
import { createSearchWriter } from "./recording-writer.ts";
import { searchMigrations } from "./schema.ts";

const words =
  "dividend supplier goodwill employee earthquake inventory shareholder antimonopoly patent outsourcing".split(" ");
const pairs = ["dividend policy", "order backlog", "human capital"];
const latin = ["ROE", "450", "Nestlé", "DX"];

/** Short texts without titles or tables: each is one passage of terms that the words may mean, amid other words. */
function textsFrom(random: () => number): IndexedDocument[] {
  const pick = (list: readonly string[]) => list[Math.floor(random() * list.length)] ?? "";
  const terms = [...words, ...pairs].flatMap((each) => japaneseTerms(each).map(({ folded }) => folded));
  return Array.from({ length: 160 }, (_, n) => {
    const said = Array.from({ length: 1 + Math.floor(random() * 12) }, () =>
      random() < 0.6 ? pick(terms) : pick([...latin, "当社", "事業の", "これを", "。", "行う"]),
    );
    const more = { title: "", issuerName: "", issuerNames: [], timelineAtMs: n * 1_000 };
    return documentOf(`D${n}`, [`${said.join(pick(["は", "、", " "]))}。`], more);
  });
}

test("a question in English is ranked as reading everything ranks it", async () => {
  const random = randomFrom(23);
  const db = openDatabase(":memory:");
  migrate(db, searchMigrations);
  const [writer, oracle] = [createSearchWriter(db), createBruteForceIndex()];
  const documents = textsFrom(random);
  for (const document of documents) {
    await writer.putDocument(document);
    await oracle.writer.putDocument(document);
  }
  compactSearch(db);
  const reader = new SearchReader(db, 8_000_000);
  // Runs of characters are compared among the passages that are read, and nowhere else.
  const settings = { ...evidenceSettings, gramShare: 0, readMax: 1_000 };
  const asked = [...words, ...pairs, ...latin];
  let ranked = 0;
  for (let n = 0; n < 150; n++) {
    const some = asked.filter(() => random() < 0.2);
    const query = {
      ...documentQuery(`What about the ${some.join(" or the ")}?`, { topK: 50, matchType: "semantic" }),
      settings,
    };
    const mine = reader.searchDocuments(query, () => {}).hits;
    const right = (await oracle.searchDocuments(query, new AbortController().signal)).hits;
    const scores = ({ hits }: { hits: typeof mine }) =>
      hits.map(({ documentId, score }) => `${documentId} ${score.toFixed(3)}`);
    expect(scores({ hits: mine }), query.query).toEqual(scores({ hits: right }));
    ranked += right.length;
  }
  expect(ranked).toBeGreaterThan(1_000);
  db.close();
});
