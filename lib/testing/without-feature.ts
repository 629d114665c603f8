import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import type { Feature } from "../features/feature.ts";

const root = path.resolve(import.meta.dirname, "../..");
const tools = path.join(root, "node_modules");
/** Files in which a feature has a line of its own. */
const lists = ["lib/features/index.ts", ...globSync("components/*-slots.ts", { cwd: root })];

export function copyWithout({ name, files }: Feature): string {
  const copy = copyOf(`without-${name}`, [`lib/features/${name}`, ...files]);
  for (const list of lists) {
    const lines = readFileSync(path.join(copy, list), "utf8").split("\n");
    const rest = lines.filter((line) => !line.startsWith("export ") || !line.includes(` as ${name} `));
    // A list without a line is still a module.
    writeFileSync(path.join(copy, list), `${rest.join("\n")}export {};\n`);
  }
  writeFileSync(path.join(copy, "tsconfig.app.json"), JSON.stringify(withoutTests));
  // Tests read what is listed here.
  git(copy, "init", "--quiet");
  git(copy, "add", "--all");
  // Programs that tests start are found below it.
  symlinkSync(tools, path.join(copy, "node_modules"));
  return copy;
}

/** The types of all code that is no test take half of the time. */
const withoutTests = {
  extends: "./tsconfig.json",
  exclude: ["node_modules", "**/*.test.ts", "**/*.test.tsx", "e2e", "bench", "scripts", "packages"],
};

/** A feature of one page and one table, and its one line outside of its folder. */
const notes: Readonly<Record<string, string>> = {
  "lib/features/notes/manifest.ts": `import type { Feature } from "../feature.ts";

export const manifest: Feature = { name: "notes", about: "notes of readers", files: ["app/(signed-in)/notes"] };
`,
  "lib/features/notes/migrations.ts": `import type { Migration } from "../../store/migration.ts";

export const migrations: readonly Migration[] = [
  {
    id: "notes-1",
    sql: \`
      create table notes (
        owner_id text not null references owners (owner_id) on delete cascade,
        note_id text not null,
        words text not null,
        noted_at integer not null,
        primary key (owner_id, note_id)
      ) strict, without rowid;
    \`,
    tables: { notes: "a note of a reader" },
  },
];
`,
  "lib/features/notes/for-pages.ts": `import { app } from "../../running-app.ts";

export { manifest } from "./manifest.ts";

export async function notesOf(ownerId: string): Promise<readonly string[]> {
  const rows = app().store.prepare<[string], { words: string }>("select words from notes where owner_id = ?");
  return (await rows.all(ownerId)).map(({ words }) => words);
}
`,
  "app/(signed-in)/notes/page.tsx": `import { app } from "@/lib/app.server";
import { requireOwner } from "@/lib/next/session";

export default async function NotesPage() {
  const { ownerId } = await requireOwner();
  return <main id="main">{await app.notes.notesOf(ownerId)}</main>;
}
`,
};

/** A copy with one feature more, which has a table of its own. */
export function copyWithNotes(): string {
  const copy = copyOf("with-notes", []);
  for (const [file, text] of Object.entries(notes)) {
    mkdirSync(path.dirname(path.join(copy, file)), { recursive: true });
    writeFileSync(path.join(copy, file), text);
  }
  appendFileSync(path.join(copy, "lib/features/index.ts"), 'export * as notes from "./notes/for-pages.ts";\n');
  return copy;
}

/** A copy of this checkout, inside of it, so that packages are found. */
function copyOf(name: string, gone: readonly string[]): string {
  const copy = path.join(root, ".cache/copies", name);
  rmSync(copy, { recursive: true, force: true });
  const listed = git(root, "ls-files", "-z", "--cached", "--others", "--exclude-standard").split("\0");
  for (const file of listed) {
    if (file === "" || !existsSync(path.join(root, file))) continue;
    if (gone.some((each) => file === each || file.startsWith(`${each}/`))) continue;
    mkdirSync(path.dirname(path.join(copy, file)), { recursive: true });
    copyFileSync(path.join(root, file), path.join(copy, file));
  }
  const nextTypes = path.join(root, "next-env.d.ts");
  if (existsSync(nextTypes)) copyFileSync(nextTypes, path.join(copy, "next-env.d.ts"));
  return copy;
}

function git(cwd: string, ...args: readonly string[]): string {
  return execFileSync("git", args, { cwd, encoding: "utf8", maxBuffer: 100_000_000 });
}

export type Check = "types" | "types of the app" | "structure" | "start" | "tests";

const commands: Readonly<Record<Check, readonly string[]>> = {
  types: [path.join(tools, "typescript-native/bin/tsc"), "--noEmit", "--singleThreaded"],
  "types of the app": [
    path.join(tools, "typescript-native/bin/tsc"),
    "--noEmit",
    "--singleThreaded",
    "-p",
    "tsconfig.app.json",
  ],
  structure: [
    path.join(tools, "dependency-cruiser/bin/dependency-cruiser.mjs"),
    ...["--config", ".dependency-cruiser.cjs", "--output-type", "err", "app", "components", "lib", "service", "cli"],
  ],
  start: ["--input-type=module", "--eval", startApp()],
  tests: [path.join(tools, "vitest/vitest.mjs"), "run", "--project", "unit", "--testTimeout=300000"],
};

/** Undefined where it holds, else what was printed. */
export function failureOf(copy: string, check: Check, more: readonly string[] = []): string | undefined {
  try {
    execFileSync(process.execPath, [...commands[check], ...more], { cwd: copy, encoding: "utf8", stdio: "pipe" });
    return undefined;
  } catch (error) {
    if (error instanceof Error && "stdout" in error && "stderr" in error) return `${error.stdout}${error.stderr}`;
    throw error;
  }
}

/** What pages take of it is loaded too. */
function startApp(): string {
  return `
    const { createApp } = await import("./lib/app.ts");
    const { readSettings } = await import("./lib/settings.ts");
    await import("./lib/for-pages.ts");
    const app = await createApp(readSettings({ HIRAKU_DATA: ".data", HIRAKU_API_URL: "http://127.0.0.1:9" }));
    await app[Symbol.asyncDispose]();
  `;
}
