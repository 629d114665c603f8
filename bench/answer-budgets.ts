/** bench: 10,000 budgeted answers with faults and killed processes: none over its budget, no credit without a line. */
import { parseArgs } from "node:util";
import { simulateAnswers } from "../lib/features/ask/simulation/run.ts";
import { openMemoryStore } from "../lib/store/database.ts";

const { values: options } = parseArgs({
  options: { runs: { type: "string", default: "10000" }, seed: { type: "string", default: "500000" } },
});
process.env["HIRAKU_LOG_LEVEL"] = "silent";
const wanted = Number(options.runs);
/** A store grows with its histories, and slows them; a new one is as good. */
const historiesPerStore = 200;
const sums = { runs: 0, faults: 0, crashes: 0, charged: 0, overBudget: 0, unlisted: 0, open: 0 };
let seed = Number(options.seed);
while (sums.runs < wanted) {
  const store = openMemoryStore();
  for (let at = 0; at < historiesPerStore && sums.runs < wanted; at++) {
    const result = await simulateAnswers(store, seed++);
    for (const name of Object.keys(sums) as (keyof typeof sums)[]) sums[name] += result[name];
    if (result.overBudget + result.unlisted + result.open > 0)
      console.log(`seed ${result.seed}: ${JSON.stringify(result)}`);
  }
  await store.close();
}
console.log(
  `${sums.runs} runs, ${sums.charged} credits charged, ${sums.faults} faults, ${sums.crashes} killed processes`,
);
console.log(
  `over budget: ${sums.overBudget} (goal 0); credits without a line: ${sums.unlisted} (goal 0); never ended: ${sums.open} (goal 0)`,
);
if (sums.overBudget + sums.unlisted + sums.open > 0) process.exitCode = 1;
