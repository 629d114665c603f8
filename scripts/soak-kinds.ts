import { parseArgs } from "node:util";
import { ofFeatures } from "../lib/testing/of-features.ts";
import { refuse } from "./toolchain.mjs";

/**
 * `npm run soak -- KIND [options]`; docs/reference.md has a line for each kind. Each ends with one line of JSON or a
 * table, and with 0 only if nothing was at fault. Modules are loaded for their kind alone: some need test packages.
 */
const kinds: Record<string, (args: readonly string[]) => Promise<number | undefined>> = {
  /** `--runs 1 --kills 0 --seed <seed>` replays one history. */
  async purchases(args) {
    const numbers = numbersIn(args, { runs: 100_000, kills: 200, seed: 1 });
    // Questions that break off are logged, thousands of them.
    process.env["HIRAKU_LOG_LEVEL"] = "silent";
    const { isClean, soak } = await import("./soak.ts");
    return report(await soak({ ...numbers, say }), isClean);
  },
  async day(args) {
    return (await import("./soak-day.ts")).soakDay(args);
  },
  async week(args) {
    const numbers = numbersIn(args, { documents: 60, kills: 10, seed: 1 });
    const { isFaultless, soakWeek } = await import("./soak-week.ts");
    return report(await soakWeek({ ...numbers, pauseMs: 1_000, withService: true, say }), isFaultless);
  },
  async impatient(args) {
    const numbers = numbersIn(args, { requests: 20_000, seed: 1 });
    const { impatient, isCalm } = await import("./soak-impatient.ts");
    return report(await impatient({ ...numbers, say }), isCalm);
  },
  async readers() {
    await import("./soak-readers.ts");
    return undefined;
  },
  /** Names after it take away those alone; after `--` stand paths of the tests that are run. */
  async features(args) {
    return (await import("./soak-features.ts")).soakFeatures(args, say);
  },
  async machines() {
    await import("./machines/main.ts");
    return undefined;
  },
};

interface FeatureSoak<T> {
  readonly kind: string;
  readonly defaults: Record<string, number>;
  run(numbers: Record<string, number>): Promise<T>;
  isGood(totals: T): boolean;
}

for (const { soak } of await ofFeatures<{ soak: FeatureSoak<unknown> }>("testing/soak.ts")) {
  kinds[soak.kind] = async (args) => report(await soak.run(numbersIn(args, soak.defaults)), soak.isGood);
}

const [kind = "", ...args] = process.argv.slice(2);
const run = Object.hasOwn(kinds, kind) ? kinds[kind] : undefined;
if (run === undefined) refuse(`soak: name what is to be run: ${Object.keys(kinds).join(", ")}.`);
const code = await run(args);
if (code !== undefined) process.exit(code);

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}

function report<T>(totals: T, isGood: (totals: T) => boolean): number {
  process.stdout.write(`${JSON.stringify(totals)}\n`);
  return isGood(totals) ? 0 : 1;
}

function numbersIn<Names extends string>(from: readonly string[], defaults: Record<Names, number>) {
  const names = Object.keys(defaults) as Names[];
  const options = Object.fromEntries(names.map((name) => [name, { type: "string" as const }]));
  const { values } = parseArgs({ args: [...from], options });
  const numbers = { ...defaults };
  for (const name of names) {
    const value = Number(values[name] ?? defaults[name]);
    if (!Number.isSafeInteger(value) || value < 0) refuse(`soak: --${name} takes a whole number.`);
    numbers[name] = value;
  }
  return numbers;
}
