import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { settingsTable as ofTheWebApp } from "../lib/env.ts";
import { settingsTable as ofTheService } from "../service/config.ts";

interface Row {
  readonly name: string;
  readonly fallback: string;
  readonly meaning: string;
}

const read = (file: string) => readFileSync(path.resolve(import.meta.dirname, "..", file), "utf8");
const launcher = read("scripts/start.mjs");

const ofTheLauncher: readonly Row[] = [
  {
    name: "HIRAKU_SAMPLE",
    fallback: "on",
    meaning: "off: `npm start` doesn't load the fictional sample market into an empty data folder.",
  },
];

const all = [...ofTheWebApp, ...ofTheService, ...ofTheLauncher];
const unique = [...new Map(all.map((row) => [row.name, row])).values()];

function tableOf(rows: readonly Row[]): string {
  const lines = rows.map(({ name, fallback, meaning }) => {
    return `| \`${name}\` | ${fallback === "" ? "" : `\`${fallback}\``} | ${meaning.replaceAll("|", "\\|")} |`;
  });
  return ["| Setting | Default | Meaning |", "|---|---|---|", ...lines].join("\n");
}

describe("the README", () => {
  it("lists each setting of both programs with its default and meaning, as the code has it", () => {
    const between = /<!-- settings -->\n([\s\S]*?)\n<!-- \/settings -->/.exec(read("README.md"))?.[1];
    expect(between).toBe(tableOf(unique));
  });

  it("has one row for a setting that both programs read, since both read it alike", () => {
    for (const row of all) expect(unique).toContainEqual(row);
  });

  it("lists each variable that the launcher reads", () => {
    const names = unique.map(({ name }) => name);
    const inLauncher = launcher.match(/HIRAKU_[A-Z_]+/g) ?? [];
    expect(inLauncher).toContain("HIRAKU_SAMPLE");
    expect(names).toEqual(expect.arrayContaining(inLauncher));
  });
});
