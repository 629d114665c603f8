import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { MatchType } from "../lib/contract/vocabulary.ts";
import { embeddingFrom } from "../service/embedding/from-config.ts";
import { EmbeddingError, type EmbeddingProvider } from "../service/embedding/provider.ts";
import { createSearchIndex, searchMigrations } from "../service/search/index.ts";
import {
  type Evaluation,
  type EvaluationLine,
  embedPassages,
  evaluate,
  evaluationDocument,
  printed,
  readEvaluation,
} from "../service/search/maintenance.ts";
import { type Database, openDatabase } from "../service/storage/sqlite/database.ts";
import { migrate } from "../service/storage/sqlite/migrations.ts";
import { inTransaction } from "../service/storage/sqlite/writes.ts";
import { type CliIo, CommandError } from "./command.ts";
import { configOf } from "./options.ts";
import { ProgressLine } from "./ticker.ts";

interface Measured extends Evaluation {
  readonly questions: number;
  readonly passages: number;
  readonly seconds: number;
}

export async function evaluateFiles(
  io: CliIo,
  files: readonly string[],
  options: {
    readonly matchType: MatchType;
    readonly json: boolean;
    /** With the provider's embeddings, without, or first without and then with. */
    readonly embeddings: readonly ("with" | "without")[];
  },
): Promise<number> {
  const lines = files.flatMap(readLines);
  for (const how of options.embeddings) {
    const provider = how === "with" ? embeddingFrom(configOf(io)) : undefined;
    if (how === "with" && provider === undefined) {
      throw new CommandError("There is no embedding provider: set HIRAKU_EMBEDDING_URL.");
    }
    const result = await measure(lines, options.matchType, new ProgressLine(io, "questions asked"), provider);
    if (options.json) io.print(JSON.stringify(options.embeddings.length > 1 ? { embeddings: how, ...result } : result));
    else {
      if (options.embeddings.length > 1) io.print(`${how} embeddings`);
      io.print(printed(result));
      io.print(`${result.questions} questions over ${result.passages} passages, ${result.seconds} s.`);
    }
  }
  return 0;
}

function readLines(file: string): EvaluationLine[] {
  if (!existsSync(file)) throw new CommandError(`There is no file ${file}.`);
  try {
    return readEvaluation(readFileSync(file, "utf8"));
  } catch (error) {
    throw new CommandError(`${file}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** In a temporary store, with the service's search engine. */
async function measure(
  lines: readonly EvaluationLine[],
  matchType: MatchType,
  ticker: ProgressLine,
  embedding: EmbeddingProvider | undefined,
): Promise<Measured> {
  const startedAt = Date.now();
  const folder = mkdtempSync(join(tmpdir(), "hiraku-evaluate-"));
  const file = join(folder, "store.db");
  const db = openDatabase(file, { durability: "normal" });
  migrate(db, searchMigrations);
  const index = createSearchIndex({ db, file, embedding });
  try {
    const passages = lines.filter((line) => "passage" in line);
    const questions = lines.filter((line) => "question" in line);
    if (questions.length === 0) throw new CommandError("No file asks a question.");
    await inTransaction(db, async () => {
      for (const line of passages) await index.writer.putDocument(evaluationDocument(line));
    });
    if (embedding !== undefined) await embedForMeasure(db, embedding);
    const figures = await evaluate(index, questions, matchType, (done) => ticker.tell(done, questions.length));
    ticker.end();
    const seconds = Math.round((Date.now() - startedAt) / 100) / 10;
    return { ...figures, questions: questions.length, passages: passages.length, seconds };
  } finally {
    await index.close();
    db.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A provider that fails here is measured as in service: by words alone. */
async function embedForMeasure(db: Database, embedding: EmbeddingProvider): Promise<void> {
  try {
    await embedPassages(db, embedding);
  } catch (error) {
    if (!(error instanceof EmbeddingError)) throw error;
  }
}
