/** bench: hand-written questions over real filings (skipped where the samples are missing). */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { readPackage } from "../service/ingest/package/read-package.ts";
import { evaluate, printed } from "../service/search/core/evaluate.ts";
import { readEvaluation } from "../service/search/evaluation-sets.ts";
import type { IndexedDocument } from "../service/search/port.ts";
import { withIndex } from "./filings/load.ts";

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
  const documents: IndexedDocument[] = [];
  for (const [documentId, issuerName] of packages) {
    const [draft] = await readPackage(join(samples, `${documentId}.zip`));
    const paths = new Map<string, readonly string[]>();
    for (const section of draft?.sections ?? []) {
      const above = section.parentSectionId === null ? [] : (paths.get(section.parentSectionId) ?? []);
      const path = [...above, section.title];
      paths.set(section.sectionId, path);
      documents.push({
        ...{ documentId: `${documentId}/${section.sectionId}`, family: "edinet_filing", issuerName, timelineAtMs: 0 },
        ...{ type: "annual_securities_report", securityCode: null, title: "有価証券報告書", superseded: false },
        ...{ issuerNames: [issuerName], periodEnd: null, amendsDocumentId: null },
        sections: [{ sectionId: section.sectionId, title: section.title, path, markdown: section.markdown }],
      });
    }
  }
  console.log(`${documents.length} sections of ${packages.size} annual reports\n`);
  await withIndex(documents, async ({ index }) => {
    for (const half of ["tune", "test"]) {
      const questions = readEvaluation(
        readFileSync(join(import.meta.dirname, "questions", `${half}.jsonl`), "utf8"),
      ).filter((line) => "question" in line);
      console.log(`${half}, ${questions.length}: ${printed(await evaluate(index, questions, "semantic"))}`);
    }
  });
}
