import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { commands } from "../cli/commands.ts";
import { problemTable } from "../lib/contract/problems.ts";

/**
 * The tables of docs/reference.md, made from the code: `node scripts/reference.ts` writes them, and a test compares,
 * so that no command, problem, key or metric is left out.
 */

const root = path.resolve(import.meta.dirname, "..");
export const referenceFile = path.join(root, "docs/reference.md");

const read = (file: string) => readFileSync(path.join(root, file), "utf8");

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(head), `|${"---|".repeat(head.length)}`, ...rows.map(line)].join("\n");
}

export async function commandTable(): Promise<string> {
  const loaded = await Promise.all(Object.values(commands).map((load) => load()));
  return table(
    ["Command", "What it does"],
    loaded.map(({ name, summary }) => [`\`hiraku ${name}\``, summary]),
  );
}

export function problemRows(): string {
  return table(
    ["Code", "Status", "Title"],
    Object.entries(problemTable).map(([code, { status, title }]) => [`\`${code}\``, String(status), title]),
  );
}

/** The keys as the help dialog lists them, with its English words. */
export function keyTable(): string {
  const words: Readonly<Record<string, string>> = JSON.parse(read("messages/en/keys.json"));
  const entries = [...read("components/keys/HelpDialog.tsx").matchAll(/keys: \[(.*)\], does: "(\w+)"/g)];
  return table(
    ["Keys", "What they do"],
    entries.map(([, keys = "", does = ""]) => {
      const each = [...keys.matchAll(/"([^"]+)"/g)].map((match) => `\`${match[1]}\``);
      return [each.join(" "), words[does] ?? does];
    }),
  );
}

const named = /(?:name:\s*|gauge\(\s*)"(hiraku_\w+)",\s*(?:help:\s*)?"([^"]+)"/g;

/** Every metric that the code of both programs names, with its help. */
export function metricTable(): string {
  const listed = execFileSync("git", ["ls-files", "service", "lib"], { cwd: root, encoding: "utf8" });
  const sources = listed.split("\n").filter((file) => /\.ts$/.test(file) && !/\.test\.ts$/.test(file));
  const rows = sources.flatMap((file) =>
    [...read(file).matchAll(named)].map(([, name = "", help = ""]) => [`\`${name}\``, help]),
  );
  return table(
    ["Metric", "Meaning"],
    rows.sort(([a = ""], [b = ""]) => a.localeCompare(b)),
  );
}

export async function filledReference(text: string): Promise<string> {
  const tables: Readonly<Record<string, string>> = {
    commands: await commandTable(),
    problems: problemRows(),
    keys: keyTable(),
    metrics: metricTable(),
  };
  return Object.entries(tables).reduce((filled, [name, rows]) => {
    const block = new RegExp(`<!-- ${name} -->\\n[\\s\\S]*?<!-- /${name} -->`);
    if (!block.test(filled)) throw new Error(`docs/reference.md has no place for its ${name}`);
    return filled.replace(block, () => `<!-- ${name} -->\n${rows}\n<!-- /${name} -->`);
  }, text);
}

if (import.meta.main) writeFileSync(referenceFile, await filledReference(readFileSync(referenceFile, "utf8")));
