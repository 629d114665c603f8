/** bench: hand-written questions over real filings (skipped where the samples are missing). */
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readPackage } from "../service/ingest/package/read-package.ts";
import { evaluate, readEvaluationLine } from "../service/search/core/evaluate.ts";
import { createSearchIndex } from "../service/search/sqlite/create-index.ts";
import { searchMigrations } from "../service/search/sqlite/schema.ts";
import { openDatabase } from "../service/storage/sqlite/database.ts";
import { migrate } from "../service/storage/sqlite/migrations.ts";
import { inTransaction } from "../service/storage/sqlite/writes.ts";

/**
 * Answers are `document/section`. Each section is a document of its own here, because three hits of one document
 * would otherwise hide what ranking does. `tune` may guide changes of the ranking, `test` may not.
 */
const packages = new Map([
  ["S100TMMG", "任天堂株式会社"],
  ["S100AJZW", "参天製薬株式会社"],
  ["S100MMP3", "株式会社ファーマフーズ"],
]);
const samples = join(process.env["HIRAKU_TEST_SAMPLES"] ?? "none", "packages");

if (existsSync(samples)) await measure();
else console.log("skipped: HIRAKU_TEST_SAMPLES is not set");

async function measure(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "hiraku-questions-"));
  const file = join(folder, "store.db");
  const db = openDatabase(file, { durability: "normal" });
  migrate(db, searchMigrations);
  const index = createSearchIndex({ db, file });
  try {
    let count = 0;
    for (const [documentId, issuerName] of packages) {
      const [draft] = await readPackage(join(samples, `${documentId}.zip`));
      const paths = new Map<string, readonly string[]>();
      await inTransaction(db, async () => {
        for (const section of draft?.sections ?? []) {
          const above = section.parentSectionId === null ? [] : (paths.get(section.parentSectionId) ?? []);
          const path = [...above, section.title];
          paths.set(section.sectionId, path);
          count++;
          await index.writer.putDocument({
            documentId: `${documentId}/${section.sectionId}`,
            family: "edinet_filing",
            type: "annual_securities_report",
            securityCode: null,
            issuerName,
            title: "有価証券報告書",
            timelineAtMs: 0,
            superseded: false,
            issuerNames: [issuerName],
            periodEnd: null,
            amendsDocumentId: null,
            sections: [{ sectionId: section.sectionId, title: section.title, path, markdown: section.markdown }],
          });
        }
      });
    }
    console.log(
      `${count} sections of ${packages.size} annual reports\n\n| questions | R@1 | R@5 | R@10 | MRR@10 |\n|---|---|---|---|---|`,
    );
    for (const half of ["tune", "test"]) {
      const questions = readFileSync(join(import.meta.dirname, "questions", `${half}.jsonl`), "utf8")
        .split("\n")
        .map(readEvaluationLine)
        .filter((line) => line !== undefined && "question" in line);
      const { r1, r5, r10, mrr10 } = await evaluate(index, questions, "semantic");
      console.log(`| ${half}, ${questions.length} | ${r1} | ${r5} | ${r10} | ${mrr10} |`);
    }
  } finally {
    await index.close();
    db.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
