import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { figuresPage } from "../bench/claims.ts";
import { commands } from "../cli/commands.ts";
import { problemTable } from "../lib/contract/problems.ts";
import { features } from "../lib/features/list.ts";
import { migrations } from "../lib/store/migrations.ts";
import { transportCodes } from "../lib/upstream/problem-error.ts";

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

/** Codes whose detail depends on the request. */
const generalDetails: Readonly<Record<string, string>> = {
  malformed_request: "The request can't be read.",
  unexpected_status: "The service answered without a problem document.",
  validation_failed: "The request has invalid fields.",
  paused: "The service asked for a pause; nothing was sent.",
  payload_too_large: "The body is too long.",
  too_many_requests: "The service asks for a pause, or too many requests are waiting for it.",
  not_found: "There is nothing at this address, or it is not owned.",
  unreadable_answer: "The service's answer can't be read.",
  headers_too_large: "Headers and address are too large.",
  request_timeout: "The request did not end in time.",
  approvals_full: "So many plans of this token wait for a person.",
  artifact_damaged: "The stored bytes are missing or are not those that were bought.",
  basket_full: "The basket holds no more.",
  invalid_action: "This is nothing that can be bought.",
  invalid_query_parameter: "A field is unknown, or its value has no form that is taken.",
  invalid_section: "The document has no such section.",
  invalid_quote: "The price was quoted to somebody else, or can't be read.",
  over_budget: "The plan was made for fewer credits.",
  over_token_total_cap: "The token's limit does not allow it.",
  price_changed: "It costs more now than was confirmed.",
  quote_too_long: "The quote is too long.",
  tasks_full: "The token has as many open tasks as it may.",
  token_may_not_spend: "This token may not spend.",
};

/** The problem codes that the web app itself sends, with their statuses, from the places that make them. */
export function webProblemRows(): string {
  const listed = execFileSync("git", ["ls-files", "lib", "app"], { cwd: root, encoding: "utf8" });
  const sources = listed
    .split("\n")
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|\/simulation\/|\/testing\/|^lib\/contract\//.test(file));
  const statuses = new Map<string, Set<string>>();
  const details = new Map<string, string>(Object.entries(generalDetails));
  const note = (code: string, status: string) => statuses.set(code, (statuses.get(code) ?? new Set()).add(status));
  for (const file of sources) {
    const text = read(file);
    for (const [, code = "", detail = ""] of text.matchAll(/"(\w+)",\s*(?:detail:\s*)?"([^"]+\.)"/g))
      if (!details.has(code)) details.set(code, detail);
    for (const [, status = "", code = ""] of text.matchAll(/status: (\d{3}),\s*code: "(\w+)"/g)) note(code, status);
    for (const [, code = "", status = ""] of text.matchAll(/code: "(\w+)",[^{}]{0,200}?\bstatus: (\d{3})/g))
      note(code, status);
    for (const [, status = "", code = ""] of text.matchAll(/(?:own|Purchase)Problem\(\s*(\d{3}),\s*"(\w+)"/g))
      note(code, status);
  }
  for (const [code, status] of Object.entries(transportCodes)) note(code, String(status));
  return table(
    ["Code", "Status", "Detail"],
    [...statuses]
      .sort(([a], [b]) => a.localeCompare(b))
      .map(([code, found]) => [`\`${code}\``, [...found].sort().join(", "), details.get(code) ?? ""]),
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
    "web-problems": webProblemRows(),
    keys: keyTable(),
    metrics: metricTable(),
  };
  return Object.entries(tables).reduce((filled, [name, rows]) => {
    const block = new RegExp(`<!-- ${name} -->\\n[\\s\\S]*?<!-- /${name} -->`);
    if (!block.test(filled)) throw new Error(`docs/reference.md has no place for its ${name}`);
    return filled.replace(block, () => `<!-- ${name} -->\n${rows}\n<!-- /${name} -->`);
  }, text);
}

/** The lines of features in the table of folders. */
function filledArchitecture(text: string): string {
  const lines = features.map(({ name, about }) => `| \`lib/features/${name}/\` | ${about} |\n`).join("");
  return text.replace(/(?:\| `lib\/features\/\w+\/` \|.*\n)+/, () => lines);
}

/** The lines of features' own tables, before the one of `migrations`. */
function filledDataModel(text: string): string {
  const tables = migrations.flatMap((each) => Object.entries(each.tables ?? {}));
  const lines = tables.map(([name, row]) => `| \`${name}\` | ${row} | |\n`).join("");
  const others = tables.reduce((left, [name]) => left.replace(new RegExp(`^\\| \`${name}\` .*\n`, "m"), ""), text);
  return others.replace("| `migrations` |", (next) => lines + next);
}

function fill(file: string, filled: (text: string) => string): void {
  writeFileSync(path.join(root, file), filled(read(file)));
}

if (import.meta.main) {
  fill("docs/architecture.md", filledArchitecture);
  fill("docs/data-model.md", filledDataModel);
  writeFileSync(referenceFile, await filledReference(readFileSync(referenceFile, "utf8")));
  writeFileSync(path.join(root, "docs/figures.md"), figuresPage());
}
