import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import BetterSqlite from "better-sqlite3";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Database, openDatabase } from "./database.ts";
import { inTransaction, write } from "./writes.ts";

let folder: string;
let file: string;
let one: Database;
let other: Database;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "hiraku-writes-"));
  file = join(folder, "store.db");
  one = openDatabase(file);
  other = openDatabase(file);
  one.exec("CREATE TABLE seen (name TEXT)");
});
afterEach(() => {
  one.close();
  other.close();
  rmSync(folder, { recursive: true, force: true });
});

const add = (db: Database, name: string) => db.prepare("INSERT INTO seen (name) VALUES (?)").run(name);
const names = (db: Database) => db.prepare("SELECT name FROM seen ORDER BY rowid").pluck().all();

test("another connection reads nothing of an open transaction, and its writes come after it", async () => {
  const open = inTransaction(one, async () => {
    add(one, "first");
    await setImmediate();
    expect(names(other)).toEqual([]);
    add(one, "second");
  });
  const between = write(other, () => add(other, "third"));
  const later = inTransaction(other, async () => {
    await setImmediate();
    add(other, "fourth");
  });
  await Promise.all([open, between, later]);
  expect(names(other)).toEqual(["first", "second", "third", "fourth"]);
});

test("a transaction that fails leaves nothing, and what was written beside it stays", async () => {
  const failing = inTransaction(one, async () => {
    add(one, "lost");
    await setImmediate();
    throw new Error("stopped");
  });
  const beside = write(other, () => add(other, "kept"));
  await expect(failing).rejects.toThrow("stopped");
  await beside;
  expect(names(one)).toEqual(["kept"]);
});

test("a write that would wait for the transaction it is called in is refused", async () => {
  const nested = inTransaction(one, () => write(other, () => add(other, "never")));
  await expect(nested).rejects.toThrow("belongs to that transaction");
  await write(other, () => add(other, "after"));
  expect(names(one)).toEqual(["after"]);
});

test("another process's lock is waited for while the event loop runs", async () => {
  one.pragma("busy_timeout = 0");
  const process = new BetterSqlite(file);
  process.exec("BEGIN IMMEDIATE");
  const transaction = inTransaction(one, async () => add(one, "a"));
  const single = write(one, () => add(one, "b"));
  let turns = 0;
  while (turns < 20) {
    await setImmediate();
    turns++;
  }
  expect(names(one)).toEqual([]);
  process.exec("ROLLBACK");
  process.close();
  await Promise.all([transaction, single]);
  expect(names(one).toSorted()).toEqual(["a", "b"]);
});
