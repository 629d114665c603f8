import { loadavg } from "node:os";
import { parseArgs } from "node:util";
import { launch } from "../bench/web/browser.ts";
import { ingestFigures } from "../e2e/day/market.ts";
import { daySteps } from "../e2e/day/steps.ts";
import { browserSteps } from "../e2e/day/steps-browser.ts";
import { walkADay } from "../e2e/day/walk.ts";
import { makePrograms } from "../e2e/programs.ts";

/**
 * A day of work for an hour: `npm run soak -- day --minutes 60 --seed 1`. Wants what `npm start` has built. Ends
 * with one line of JSON; exits 0 only if nothing was at fault. A fault prints its seed and step, which
 * `--seed S --steps N` repeats.
 */
export async function soakDay(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: { minutes: { type: "string", default: "60" }, seed: { type: "string" }, steps: { type: "string" } },
  });
  const seed = Number(values.seed ?? Date.now() % 1_000_000);
  const minutes = Number(values.minutes);
  const stepsMax = Number(values.steps ?? Number.MAX_SAFE_INTEGER);
  if (!Number.isSafeInteger(seed) || !(minutes > 0) || !(stepsMax > 0)) {
    process.stderr.write("soak: day takes --minutes and --steps above 0, and a whole number as --seed\n");
    return 2;
  }
  process.stderr.write(`a day with seed ${seed}\n`);
  const programs = await makePrograms();
  const browser = await launch();
  try {
    ingestFigures(programs.data);
    await programs.startService();
    await programs.startWeb();
    const endsAt = values.steps === undefined ? performance.now() + minutes * 60_000 : Infinity;
    const steps = [...daySteps, ...browserSteps(browser)];
    const report = await walkADay({ programs, steps, seed, stepsMax, endsAt });
    process.stdout.write(`${JSON.stringify({ ...report, load: loadavg()[0] })}\n`);
    return 0;
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n${programs.webSaid()}\n`);
    return 1;
  } finally {
    await browser.close();
    await programs.stop();
  }
}
