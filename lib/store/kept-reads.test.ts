import { mkdtempSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { openStore } from "./database.ts";
import { findFirstRead, saveFirstRead } from "./first-read.ts";
import { KeptReads } from "./kept-reads.ts";
import type { SqliteStore } from "./sqlite/sqlite-store.ts";

const file = () => path.join(mkdtempSync(path.join(os.tmpdir(), "hiraku-kept-")), "web.db");
const open: SqliteStore[] = [];
afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
});

function opened(name: string): SqliteStore {
  const store = openStore(name);
  store.db.pragma("foreign_keys = OFF");
  open.push(store);
  return store;
}

/** The step of an owner's guide, and how often it was read from the store. */
function reader(store: SqliteStore) {
  let times = 0;
  const reads = new KeptReads(store);
  const step = () =>
    reads.of("step", async () => {
      times++;
      return (await findFirstRead(store, "own_1")).step;
    });
  return { step, times: () => times };
}

const save = (store: SqliteStore, step: number) => saveFirstRead(store, "own_1", { step, left: false }, 0);

describe("what was read of the store", () => {
  it("is read again only when something has changed", async () => {
    const store = opened(file());
    const read = reader(store);
    expect([await read.step(), await read.step(), read.times()]).toEqual([1, 1, 1]);
    await save(store, 2);
    expect([await read.step(), await read.step(), read.times()]).toEqual([2, 2, 2]);
  });

  it("is read again after another connection has written", async () => {
    const name = file();
    const store = opened(name);
    const read = reader(store);
    expect(await read.step()).toBe(1);
    const other = openStore(name);
    other.db.pragma("foreign_keys = OFF");
    await save(other, 3);
    await other.close();
    expect([await read.step(), read.times()]).toEqual([3, 2]);
  });

  it("is let go when something has changed, since it is never asked for again", async () => {
    const store = opened(file());
    const reads = new KeptReads(store);
    for (const name of ["a", "b", "c"]) await reads.of(name, () => Promise.resolve(name));
    expect(reads.memo.size).toBe(3);
    await save(store, 2);
    await reads.of("d", () => Promise.resolve("d"));
    expect(reads.memo.size).toBe(1);
  });

  it("is not kept from within a transaction, which may be undone", async () => {
    const store = opened(file());
    const read = reader(store);
    const undone = store.atomically(async () => {
      await save(store, 2);
      expect(await read.step()).toBe(2);
      throw new Error("undone");
    });
    await expect(undone).rejects.toThrow("undone");
    expect([await read.step(), read.times()]).toEqual([1, 2]);
  });
});
