/** bench: verified answers per credit over the real filings of HIRAKU_TEST_SAMPLES, beside buying the whole document. */
import { parseArgs } from "node:util";
import { type Asked, startAsking } from "./answers/ask.ts";
import { measureAsked } from "./answers/asked.ts";
import { type KnownQuestion, knownQuestions } from "./answers/questions.ts";
import { serveFilings } from "./answers/real-service.ts";
import { filingsFolder } from "./filings/load.ts";

process.env["HIRAKU_LOG_LEVEL"] = "silent";

const { values: options } = parseArgs({
  options: {
    half: { type: "string", default: "test" },
    each: { type: "string", default: "30" },
    seed: { type: "string", default: "17" },
    most: { type: "string", default: "60" },
    sets: { type: "string", default: "" },
    failures: { type: "boolean", default: false },
    asked: { type: "boolean", default: false },
  },
});
const budgets = [3, 5, 8] as const;
/** At 5 credits on one named issuer, and beside the price of the whole document. */
const goals = { found: 0.5, cost: 0.5 } as const;

if (filingsFolder === undefined) {
  console.log("skipped: HIRAKU_TEST_SAMPLES is not set");
  process.exit(0);
}
if (options.asked) {
  await measureAsked(filingsFolder, options.half, options.failures);
  process.exit(0);
}
const questions = (await knownQuestions(filingsFolder, Number(options.each), Number(options.seed))).filter(
  ({ half, set }) => half === options.half && set.includes(options.sets),
);
const service = await serveFilings(filingsFolder);
const asking = await startAsking(service);
let missed = false;
try {
  console.log(`${questions.length} questions of the ${options.half} half; each with nothing owned before\n`);
  console.log(
    "| questions | budget | right section bought | evidence held | right figure first | spent: median | mean | sections | whole document |",
  );
  console.log("|---|---|---|---|---|---|---|---|---|");
  for (const [set, all] of Map.groupBy(questions, (each) => each.set)) {
    const every = Math.ceil(all.length / Number(options.most));
    const list = all.filter((_, at) => at % every === 0);
    for (const budget of budgets) {
      const asked: Asked[] = [];
      for (const question of list) asked.push(await asking.ask(question, budget));
      report(set, budget, list, asked);
    }
  }
} finally {
  await asking.close();
  await service.stop();
}
if (missed) process.exitCode = 1;

function report(
  set: KnownQuestion["set"],
  budget: number,
  list: readonly KnownQuestion[],
  asked: readonly Asked[],
): void {
  const share = (of: (each: Asked) => boolean) => asked.filter(of).length / asked.length;
  const percent = (value: number) => `${(value * 100).toFixed(0)} %`;
  const spent = asked.map((each) => each.spent).sort((a, b) => a - b);
  const median = spent[Math.floor(spent.length / 2)] ?? 0;
  const whole = asked.map((each) => each.whole).sort((a, b) => a - b)[Math.floor(asked.length / 2)] ?? 0;
  const found = share((each) => each.found);
  const figures = list.some(({ shown }) => shown !== null) ? percent(share((each) => each.figure)) : "–";
  const mean = (of: (each: Asked) => number) =>
    (asked.reduce((sum, each) => sum + of(each), 0) / asked.length).toFixed(1);
  console.log(
    `| ${set}, ${list.length} | ${budget} | ${percent(found)} | ${percent(share((each) => each.holds))} | ${figures} | ${median} | ${mean((each) => each.spent)} | ${mean((each) => each.sections)} | ${whole} |`,
  );
  if (asked.some((each) => each.spent > budget)) missed = true;
  const isFigures = !set.startsWith("text");
  if (budget === 5 && isFigures && (found < goals.found || median > whole * goals.cost)) missed = true;
  if (options.failures && budget === 5) {
    list.forEach((question, at) => {
      const each = asked[at];
      if (each !== undefined && !each.found)
        console.log(`    ${question.question} (${question.document ?? ""} ${each.wanted}) → ${each.first}`);
    });
  }
}
