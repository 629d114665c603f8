import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it } from "vitest";

const root = path.resolve(import.meta.dirname, "..");
const anywhere = ["lib/settings.ts", "service/config.ts", "lib/settings.test.ts", "components/ui/Dialog.tsx"];
const programs = ["lib/settings.ts", "lib/text/format/fold.ts", "service/config.ts", "components/ui/Dialog.tsx"];
const computing = ["lib/text/format/fold.ts", "lib/text/toc/cut.ts", "service/search/core/lexical.ts"];
const zero = "export const at = (list: number[], i: number) => list[i] ?? 0;";
const optional = "export const at = (list: number[] | undefined, i: number) => list?.[i] ?? 0;";

/** Where each line of code is refused, and by which rule of our own; without one it is left. */
const cases: readonly [code: string, files: readonly string[], rule?: string][] = [
  ["export const a = 1 as never;", anywhere, "no-never-cast"],
  ["export const a = 1 as unknown as string;", anywhere, "no-unknown-cast"],
  ['export const a = "7203" as string; export const b = JSON.parse("1") as unknown;', anywhere],
  [zero, computing, "no-hidden-range-fault"],
  [optional, computing, "no-hidden-range-fault"],
  ["export const n = (counts: Map<string, number>) => counts.get('a') ?? 0;", computing],
  [zero, ["components/ui/text-index.ts", "lib/text/format/fold.test.ts"]],
  ["Object.assign(globalThis, { texts: 1 });", programs, "no-global-names"],
  ["export const a = globalThis;", programs, "no-global-names"],
  ["export const a: { texts?: string } = globalThis;", programs, "no-global-names"],
  ["globalThis.name = 'texts';", programs, "no-global-names"],
  ["export const a: typeof globalThis & { hirakuTexts?: string } = globalThis;", programs, "no-global-names"],
  ["export const a = Symbol.for('texts');", programs, "no-global-names"],
  ["Object.assign(globalThis, {});", ["lib/settings.test.ts", "lib/owners/testing/owner.ts"]],
];

it.each(cases)("%s in %j: %s", (code, files, rule) => {
  const folder = mkdtempSync(path.join(tmpdir(), "hiraku-lint-"));
  try {
    copyFileSync(path.join(root, ".oxlintrc.json"), path.join(folder, ".oxlintrc.json"));
    for (const name of ["node_modules", "scripts"]) symlinkSync(path.join(root, name), path.join(folder, name));
    for (const file of files) {
      mkdirSync(path.join(folder, path.dirname(file)), { recursive: true });
      writeFileSync(path.join(folder, file), code);
    }
    const expected = rule === undefined ? [] : files.map((file) => `${file} hiraku(${rule})`);
    expect(reported(folder, files)).toEqual(expected.toSorted());
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

function reported(folder: string, files: readonly string[]): readonly string[] {
  let output: string;
  try {
    const linter = path.join(root, "node_modules/oxlint/bin/oxlint");
    output = execFileSync(process.execPath, [linter, "--format", "unix", ...files], { cwd: folder, encoding: "utf8" });
  } catch (error) {
    output = error instanceof Error && "stdout" in error ? String(error.stdout) : "";
  }
  return output
    .split("\n")
    .flatMap((line) => /^(\S+?):\d+:\d+: .*(hiraku\([\w-]+\))/.exec(line)?.slice(1).join(" ") ?? [])
    .toSorted();
}
