import { rmSync } from "node:fs";
import { features } from "../lib/features/list.ts";
import { type Check, copyWithNotes, copyWithout, failureOf } from "../lib/testing/without-feature.ts";

/** Tests that walk through the whole app, or compare prose with it: whoever takes a feature away edits that too. */
const whole = ["scripts/**", "lib/features/without.test.ts"];

/** Those of a feature's table: both engines, moving from one to the other, and the check of a backup. */
const ofTables = ["lib/store/moving", "lib/store/postgres", "lib/server/newer-store.test.ts"];

/** Takes each feature away from a copy of this checkout, adds one with a table, and looks at what is there then. */
export function soakFeatures(args: readonly string[], say: (line: string) => void): number {
  const paths = args.filter((each) => each.includes("/"));
  const isAsked = (name: string) => args.length === paths.length || args.includes(name);
  let broken = 0;
  const look = (name: string, copy: string, tests: readonly string[]) => {
    for (const check of ["start", "types", "structure", "tests"] satisfies Check[]) {
      const failure = failureOf(copy, check, check === "tests" ? tests : []);
      say(`${name}: ${check} ${failure === undefined ? "hold" : `broke\n${failure}`}`);
      if (failure !== undefined) broken++;
    }
    rmSync(copy, { recursive: true, force: true });
  };
  const rest = [...paths, ...whole.map((each) => `--exclude=${each}`)];
  for (const feature of features.filter(({ name }) => isAsked(name)))
    look(`without ${feature.name}`, copyWithout(feature), rest);
  if (isAsked("notes")) look("with one of a page and a table", copyWithNotes(), ofTables);
  return broken === 0 ? 0 : 1;
}
