import { parseArgs } from "node:util";
import { refuse } from "../toolchain.mjs";

export interface MachinesOptions {
  readonly mode: "run" | "faults" | "upgrade";
  /** upgrade: a commit, or the folder of a build. */
  readonly from: string;
  /** Kept between starts; undefined: a temporary folder. */
  readonly data: string | undefined;
  /** Of the reverse proxy; 0: a free one. */
  readonly port: number;
  readonly services: number;
  readonly webs: number;
  readonly search: boolean;
  readonly s3: boolean;
  readonly nodes: 1 | 3;
  readonly seed: number;
  readonly rounds: number;
  readonly analysts: number;
  /** Words in the names of faults; empty: all of them. */
  readonly only: readonly string[];
}

const usage = `
Usage: npm run soak -- machines [run|faults|upgrade] [options]

  run       starts everything and keeps it running until Ctrl-C (the default)
  faults    the same with analysts and programs at work, while one part after the other fails
  upgrade   the same while the programs of an older build are replaced by this one's, back, and again

  --data DIR       keep what it stores in this folder (files then lie in it instead of in a bucket)
  --port N         port of the reverse proxy                     (default: a free one)
  --services N     processes of the service                      (default: 2)
  --webs N         processes of the web app                      (default: 2)
  --nodes 1|3      nodes of OpenSearch                           (default: 3)
  --without PARTS  leave out search, s3 or both, joined by a comma
  --from BUILD     upgrade: a commit, which is cloned and built, or the folder of a build
  --rounds N       how often each fault comes                    (default: 1)
  --seed N         what is bought when, and the order of faults  (default: 1)
  --analysts N     browsers at work                              (default: 6)
  --only WORDS     faults: those with these words in their name
`;

const text = (fallback: string) => ({ type: "string", default: fallback }) as const;
const known = {
  help: { type: "boolean", default: false },
  data: { type: "string" },
  without: text(""),
  only: text(""),
  from: text(""),
  port: text("0"),
  services: text("2"),
  webs: text("2"),
  nodes: text("3"),
  seed: text("1"),
  rounds: text("1"),
  analysts: text("6"),
} as const;
const listed = (words: string): string[] => words.split(",").filter((each) => each !== "");

export function readMachinesOptions(args: readonly string[]): MachinesOptions {
  const { values, positionals } = parsed(args);
  if (values.help) {
    process.stdout.write(usage);
    process.exit(0);
  }
  const mode = (["run", "faults", "upgrade"] as const).find((each) => each === (positionals[0] ?? "run"));
  if (mode === undefined || positionals.length > 1) return refuse(`machines: there is no '${positionals.join(" ")}'.`);
  if ((mode === "upgrade") !== (values.from !== "")) refuse("machines: upgrade takes --from, and nothing else does.");
  const without = listed(values.without);
  const unknown = without.find((each) => each !== "search" && each !== "s3");
  if (unknown !== undefined) refuse(`machines: --without takes search, s3, and not '${unknown}'.`);
  const number = (name: Exclude<keyof typeof known, "help" | "data">, min: number, max: number): number => {
    const value = Number(values[name]);
    if (!/^\d+$/.test(values[name]) || value < min || value > max)
      refuse(`machines: --${name} takes a number from ${min} to ${max}.`);
    return value;
  };
  if (values.nodes !== "1" && values.nodes !== "3") refuse("machines: --nodes takes 1 or 3.");
  return {
    mode,
    from: values.from,
    data: values.data,
    port: number("port", 0, 65_535),
    services: number("services", 1, 8),
    webs: number("webs", 1, 8),
    search: !without.includes("search"),
    s3: !without.includes("s3") && values.data === undefined,
    nodes: values.nodes === "1" ? 1 : 3,
    seed: number("seed", 0, 2 ** 31),
    rounds: number("rounds", 1, 10_000),
    analysts: number("analysts", 2, 500),
    only: listed(values.only),
  };
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options: known });
  } catch (error) {
    return refuse(`machines: ${error instanceof Error ? error.message : String(error)}\n${usage}`);
  }
}
