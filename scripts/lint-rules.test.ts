import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";

const root = path.resolve(import.meta.dirname, "..");
const anywhere = ["lib/settings.ts", "service/config.ts", "lib/settings.test.ts", "components/ui/Dialog.tsx"];
const programs = ["lib/settings.ts", "lib/text/format/fold.ts", "service/config.ts", "components/ui/Dialog.tsx"];
const computing = ["lib/text/format/fold.ts", "lib/text/toc/cut.ts", "service/search/core/lexical.ts"];

/** Where each line of code is refused, and by which rule of our own; without one it is left. */
const cases: readonly [code: string, files: readonly string[], rule?: string][] = [
  ["export const a1 = 1 as never;", anywhere, "no-never-cast"],
  ["export const a2 = 1 as unknown as string;", anywhere, "no-unknown-cast"],
  ['export const a3 = "7203" as string; export const b3 = JSON.parse("1") as unknown;', anywhere],
  ["export const at = (list: number[], i: number) => list[i] ?? 0;", computing, "no-hidden-range-fault"],
  ["export const of = (list: number[] | undefined, i: number) => list?.[i] ?? 0;", computing, "no-hidden-range-fault"],
  ["export const count = (counts: Map<string, number>) => counts.get('a') ?? 0;", computing],
  [
    "export const elsewhere = (list: number[], i: number) => list[i] ?? 0;",
    ["components/ui/text-index.ts", "lib/text/format/fold.test.ts"],
  ],
  ['export const a8 = [1, 2].join(" · ");', ["components/ui/Dialog.tsx", "lib/text/format/fold.ts"], "no-english-dot"],
  ["export const a9 = `${1} · 2`;", ["components/ui/Dialog.tsx", "lib/text/format/fold.ts"], "no-english-dot"],
  ["export const a10 = <p>1 · 2</p>;", ["components/ui/Dialog.tsx"], "no-english-dot"],
  ["export const a11 = ' · ';", ["lib/text/format/between.ts", "lib/settings.test.ts", "service/config.ts"]],
  ["Object.assign(globalThis, { texts: 1 });", programs, "no-global-names"],
  ["export const a4 = globalThis;", programs, "no-global-names"],
  ["export const a5: { texts?: string } = globalThis;", programs, "no-global-names"],
  ["globalThis.name = 'texts';", programs, "no-global-names"],
  ["export const a6: typeof globalThis & { hirakuTexts?: string } = globalThis;", programs, "no-global-names"],
  ["export const a7 = Symbol.for('texts');", programs, "no-global-names"],
  ["Object.assign(globalThis, {});", ["lib/settings.test.ts", "lib/owners/testing/owner.ts"]],
];
const folder = mkdtempSync(path.join(tmpdir(), "hiraku-lint-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("our own rules refuse what they name, where they apply, and nothing else", () => {
  copyFileSync(path.join(root, ".oxlintrc.json"), path.join(folder, ".oxlintrc.json"));
  for (const name of ["node_modules", "scripts"]) symlinkSync(path.join(root, name), path.join(folder, name));
  const files = [...new Set(cases.flatMap(([, each]) => each))];
  const expected = files.flatMap((file) => {
    const lines = cases.filter(([, each]) => each.includes(file));
    mkdirSync(path.join(folder, path.dirname(file)), { recursive: true });
    writeFileSync(path.join(folder, file), lines.map(([code]) => code).join("\n"));
    return lines.flatMap(([, , rule], at) => (rule === undefined ? [] : [`${file}:${at + 1} hiraku(${rule})`]));
  });
  const linter = path.join(root, "node_modules/oxlint/bin/oxlint");
  const { stdout } = spawnSync(process.execPath, [linter, "--format", "unix", ...files], {
    cwd: folder,
    encoding: "utf8",
  });
  const reported = stdout
    .split("\n")
    .flatMap((line) => /^(\S+?:\d+):\d+: .*(hiraku\([\w-]+\))/.exec(line)?.slice(1).join(" ") ?? []);
  expect(reported.toSorted()).toEqual(expected.toSorted());
});
