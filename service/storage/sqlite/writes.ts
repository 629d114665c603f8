import { AsyncLocalStorage } from "node:async_hooks";
import { resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { SerialQueue } from "../../../lib/kit/process/turns.ts";
import type { Database } from "./database.ts";

/**
 * SQLite allows one writer for each file. Within a process writes run one after the other, so that none waits inside
 * SQLite for a transaction of its own process, which would never end meanwhile. For locks of other processes the write
 * is retried: waiting inside SQLite would block the event loop, and with it every other request.
 */
const deadlineMs = 10_000;
const pauseMs = 4;

/** Writes at once, in one step: a statement, or a transaction of the driver's that awaits nothing. */
export async function write<T>(db: Database, work: () => T): Promise<T> {
  const turns = turnsOf(db);
  refuseInside(turns);
  if (turns.isIdle) {
    try {
      return work();
    } catch (error) {
      if (!isBusy(error)) throw error;
    }
  }
  return whenFree(turns, work);
}

/**
 * A transaction whose steps are awaited. Nothing else of this process is written meanwhile, and what reads on another
 * connection sees nothing of it before it is whole. Waiting for a network or a user inside would block all writes.
 */
export async function inTransaction<T>(db: Database, work: () => T | Promise<T>): Promise<T> {
  const turns = turnsOf(db);
  refuseInside(turns);
  return whenFree(turns, () => {
    db.exec("BEGIN IMMEDIATE");
    return inside.run(turns, () => finish(db, work));
  });
}

async function finish<T>(db: Database, work: () => T | Promise<T>): Promise<T> {
  try {
    const result = await work();
    db.exec("COMMIT");
    return result;
  } finally {
    // A full disk ends the transaction by itself, and so does closing the store.
    if (db.open && db.inTransaction) db.exec("ROLLBACK");
  }
}

const inside = new AsyncLocalStorage<SerialQueue>();

function refuseInside(turns: SerialQueue): void {
  if (inside.getStore() === turns) throw new Error("A write inside a transaction belongs to that transaction.");
}

async function whenFree<T>(turns: SerialQueue, work: () => T | Promise<T>): Promise<T> {
  const startedMs = performance.now();
  for (;;) {
    const ended = await turns.take(async () => {
      let begun: T | Promise<T>;
      try {
        begun = work();
      } catch (error) {
        if (!isBusy(error) || performance.now() - startedMs > deadlineMs) throw error;
        return undefined;
      }
      return { value: await begun };
    });
    if (ended !== undefined) return ended.value;
    await delay(pauseMs * (1 + Math.random()));
  }
}

const turnsOfFiles = new Map<string, SerialQueue>();
const turnsOfConnections = new WeakMap<Database, SerialQueue>();

/** Every connection to one file shares its turns; a store in memory has its own. */
function turnsOf(db: Database): SerialQueue {
  let turns = turnsOfConnections.get(db);
  if (turns === undefined) {
    const file = db.memory ? undefined : resolve(db.name);
    turns = (file === undefined ? undefined : turnsOfFiles.get(file)) ?? new SerialQueue();
    turnsOfConnections.set(db, turns);
    if (file !== undefined) turnsOfFiles.set(file, turns);
  }
  return turns;
}

function isBusy(error: unknown): boolean {
  return (
    error instanceof Error && "code" in error && typeof error.code === "string" && error.code.startsWith("SQLITE_BUSY")
  );
}
