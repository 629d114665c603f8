import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readPackage } from "../../ingest/package/read-package.ts";
import { openDatabase } from "../../storage/sqlite/database.ts";
import { migrate } from "../../storage/sqlite/migrations.ts";
import { readEvaluation } from "../evaluation-sets.ts";
import { documentOf, documentQuery } from "../testing/queries.ts";
import { SearchReader } from "./reader.ts";
import { createSearchWriter } from "./recording-writer.ts";
import { searchMigrations } from "./schema.ts";

const samples = process.env["HIRAKU_TEST_SAMPLES"];

/**
 * Measured with all parts: R@1 and MRR@10 in percent. Each minimum is a little below the measured value, and above that
 * without one of the parts.
 */
const floors = { r1: 70, mrr10: 77 };

async function measure(folder: string) {
  const db = openDatabase(":memory:", { durability: "normal" });
  migrate(db, searchMigrations);
  const writer = createSearchWriter(db);
  const issuers = { S100TMMG: "任天堂株式会社", S100AJZW: "参天製薬株式会社", S100MMP3: "株式会社ファーマフーズ" };
  for (const [documentId, issuerName] of Object.entries(issuers)) {
    const [draft] = await readPackage(join(folder, "packages", `${documentId}.zip`));
    const paths = new Map<string, readonly string[]>();
    for (const { sectionId, title, parentSectionId, markdown } of draft?.sections ?? []) {
      const path = [...(paths.get(parentSectionId ?? "") ?? []), title];
      paths.set(sectionId, path);
      const sections = [{ sectionId, title, path, markdown }];
      const more = { securityCode: null, issuerName, issuerNames: [issuerName], sections };
      await writer.putDocument(documentOf(`${documentId}/${sectionId}`, [], more));
    }
  }
  const reader = new SearchReader(db, 16_000_000);
  const lines = readEvaluation(readFileSync(join(import.meta.dirname, "../../../bench/questions/tune.jsonl"), "utf8"));
  const ranks: number[] = [];
  for (const line of lines) {
    if (!("question" in line)) continue;
    const query = documentQuery(line.text, { matchType: "semantic" });
    const hits = reader.searchDocuments(query, () => {}).hits;
    ranks.push(hits.findIndex((hit) => line.answers.includes(hit.documentId)) + 1);
  }
  db.close();
  const share = (sum: number) => Math.round((sum / ranks.length) * 10_000) / 100;
  return {
    r1: share(ranks.filter((rank) => rank === 1).length),
    mrr10: share(ranks.reduce((sum, rank) => sum + (rank > 0 ? 1 / rank : 0), 0)),
  };
}

if (samples !== undefined) {
  test("questions over real filings are answered as well as they were", async () => {
    const { r1, mrr10 } = await measure(samples);
    expect(r1).toBeGreaterThanOrEqual(floors.r1);
    expect(mrr10).toBeGreaterThanOrEqual(floors.mrr10);
  }, 60_000);
} else {
  test("the questions of the floor can be read", () => {
    const file = join(import.meta.dirname, "../../../bench/questions/tune.jsonl");
    expect(readEvaluation(readFileSync(file, "utf8")).length).toBeGreaterThan(50);
  });
}
