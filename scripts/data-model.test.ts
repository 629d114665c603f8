import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import type { Database } from "better-sqlite3";
import { afterAll, describe, expect, it } from "vitest";
import { openMemoryStore } from "../lib/store/testing/memory-store.ts";
import { openStore } from "../service/storage/open-store.ts";

const page = readFileSync(path.resolve(import.meta.dirname, "../docs/data-model.md"), "utf8");
const folder = mkdtempSync(path.join(os.tmpdir(), "hiraku-data-model-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function tablesOf(database: Database): string[] {
  return database
    .prepare<[], string>(
      `select name from pragma_table_list
       where schema = 'main' and type in ('table', 'virtual') and name not like 'sqlite\\_%' escape '\\' order by name`,
    )
    .pluck()
    .all();
}

/** The names in the first column of a chapter's table. */
function documented(chapter: string): string[] {
  const text = page.slice(page.indexOf(`## ${chapter}`)).split("\n## ")[0] ?? "";
  return [...text.matchAll(/^\| ((?:`\w+`(?:, )?)+) \|/gm)].flatMap(([, names]) => names?.match(/\w+/g) ?? []).sort();
}

describe("docs/data-model.md", () => {
  it("has a line for every table of the web app's database, and for no other", async () => {
    const store = openMemoryStore();
    expect(documented("The web app")).toEqual(tablesOf(store.db));
    await store.close();
  });

  it("has a line for every table of the service's database, and for no other", () => {
    const store = openStore(folder);
    expect(documented("The service")).toEqual(tablesOf(store.db));
    store.close();
  });

  it("draws every state of a purchase", async () => {
    const store = openMemoryStore();
    const sql = String(store.db.prepare("select sql from sqlite_master where name = 'intents'").pluck().get());
    const states = /state in \(([^)]+)\)/.exec(sql)?.[1]?.match(/\w+/g) ?? [];
    const drawing = /```mermaid\nstateDiagram-v2\n([\s\S]*?)```/.exec(page)?.[1] ?? "";
    const drawn = [...drawing.matchAll(/^\s*(\w+|\[\*\]) --> (\w+|\[\*\])/gm)].flatMap(([, from, to]) => [from, to]);
    expect([...new Set(drawn)].filter((state) => state !== "[*]").sort()).toEqual([...states].sort());
    await store.close();
  });
});
