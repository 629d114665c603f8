/** bench: questions to a million passages of the made market, on OpenSearch or in the embedded index, built once. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { z } from "zod";
import { plainText } from "../service/search/core/plain-text.ts";
import type { DocumentQuery } from "../service/search/port.ts";
import { randomFrom } from "../service/search/testing/generate.ts";
import { documentQuery } from "../service/search/testing/queries.ts";
import { readQuestions } from "./filings/questions.ts";
import { openBuild, type PassageBuild } from "./million/builds.ts";
import { marketDocuments, passagesIn } from "./million/market.ts";
import { atMost, quantile, reportWithoutGoal, root } from "./web/figures.ts";

const { values: options } = parseArgs({
  options: {
    engine: { type: "string", default: "opensearch" },
    passages: { type: "string", default: "1000000" },
    questions: { type: "string", default: "100" },
    rounds: { type: "string", default: "5" },
    data: { type: "string", default: path.join(root, ".cache", "search-million") },
    // Without it what is there is measured, however much that is.
    build: { type: "boolean", default: true },
  },
  allowNegative: true,
  strict: false,
});
const Progress = z.object({ issuers: z.number(), passages: z.number(), sections: z.number(), seconds: z.number() });
type Progress = z.output<typeof Progress>;

const goalMs = { opensearch: 400, embedded: 300 };
const engine = options.engine === "embedded" ? "embedded" : "opensearch";
const folder = path.join(String(options.data), engine);
const progressFile = path.join(folder, "progress.json");
const never = new AbortController().signal;

mkdirSync(folder, { recursive: true });
const build = await openBuild(engine, folder);
try {
  const built = options.build === false ? readProgress() : await fill(build);
  await measure(build, built.passages);
} finally {
  await build.close();
}

function readProgress(): Progress {
  if (!existsSync(progressFile)) return { issuers: 0, passages: 0, sections: 0, seconds: 0 };
  return Progress.parse(JSON.parse(readFileSync(progressFile, "utf8")));
}

/** Issuer by issuer; it goes on where it was stopped. */
async function fill(target: PassageBuild): Promise<Progress> {
  let progress = readProgress();
  const wanted = Number(options.passages);
  if (progress.passages >= wanted) return progress;
  while (progress.passages < wanted) {
    const began = performance.now();
    const documents = marketDocuments(progress.issuers);
    await target.put(documents);
    progress = {
      issuers: progress.issuers + 1,
      passages: progress.passages + documents.reduce((sum, each) => sum + passagesIn(each), 0),
      sections: progress.sections + documents.reduce((sum, each) => sum + each.sections.length, 0),
      seconds: progress.seconds + (performance.now() - began) / 1_000,
    };
    writeFileSync(progressFile, JSON.stringify(progress));
    process.stderr.write(`\r${progress.passages} passages, ${progress.seconds.toFixed(0)} s `);
  }
  await target.finish();
  const { issuers, passages, sections, seconds } = progress;
  console.log(`\nbuilt: ${issuers} issuers, ${sections} sections, ${passages} passages in ${seconds.toFixed(0)} s`);
  return progress;
}

async function measure({ index }: PassageBuild, passages: number): Promise<void> {
  const questions = questionsOf(Number(options.questions));
  const p50: number[] = [];
  const p95: number[] = [];
  const cpu: number[] = [];
  for (let round = -1; round < Number(options.rounds); round++) {
    const times: number[] = [];
    const before = process.cpuUsage();
    for (const question of questions) {
      const began = performance.now();
      await index.searchDocuments(question, never);
      times.push(performance.now() - began);
    }
    const { user, system } = process.cpuUsage(before);
    if (round < 0) continue;
    cpu.push((user + system) / 1_000 / questions.length);
    p50.push(quantile(times, 0.5));
    p95.push(quantile(times, 0.95));
  }
  console.log(`${engine}, ${passages} passages, ${questions.length} questions, one after the other`);
  reportWithoutGoal("question p50, ms", p50);
  reportWithoutGoal("processor time of this program, ms a question", cpu);
  if (passages >= 950_000) atMost("question p95, ms", p95, goalMs[engine]);
  else reportWithoutGoal("question p95, ms (the goal is for a million passages)", p95);
}

const issuersAsked = 4;

/** As an analyst asks, the same of a named issuer, and in the words of a text, in turn; the same each time. */
function questionsOf(count: number): DocumentQuery[] {
  const random = randomFrom(7);
  const pick = <T>(values: readonly T[]): T | undefined => values[Math.floor(random() * values.length)];
  const asked = readQuestions("ja").map(({ text }) => text);
  const documents = Array.from({ length: issuersAsked }, (_, issuer) => marketDocuments(issuer)).flat();
  const phrase = () => {
    const section = pick(pick(documents)?.sections ?? []);
    const sentences = plainText(section?.markdown ?? "").split(/[。\n]/u);
    const sentence = pick(sentences.filter((each) => each.length >= 14)) ?? "配当についての基本的な方針";
    const start = Math.floor(random() * (sentence.length - 13));
    return `${sentence.slice(start, start + 14)}のは何ですか`;
  };
  return Array.from({ length: count }, (_, at) => {
    const question = asked[at % asked.length] ?? phrase();
    const of = [question, `${pick(documents)?.issuerName ?? ""}の${question}`, phrase()][at % 3];
    return documentQuery(of ?? question, { matchType: "semantic", includeSnippet: true });
  });
}
