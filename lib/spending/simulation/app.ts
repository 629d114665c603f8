import { Texts } from "../../kit/long-texts/texts.ts";
import type { Store } from "../../store/database.ts";
import { purchaseStore } from "../adapters/purchase-store.ts";
import { PurchaseService } from "../engine/purchase-service.ts";
import type { CrashPoint, PurchaseStore, Spender, SpendingDeps } from "../ports.ts";
import { type SeededRandom, type SimClock, type SimDisk, seededRandomSource } from "./environment.ts";
import { type SimService, simBodyBytesMax } from "./service.ts";

/** Thrown at the point where a simulated process is killed. Whatever still runs in it has no effect afterwards. */
export class ProcessKilled extends Error {
  constructor() {
    super("the process died");
    this.name = "Died";
  }
}

export interface SimApp {
  readonly purchaseService: PurchaseService;
  readonly rows: PurchaseStore;
  readonly deps: SpendingDeps;
  isAlive(): boolean;
  /** Kills the process when it next reaches this point. */
  killAt(point: CrashPoint | undefined): void;
  kill(): void;
}

export interface SimParts {
  readonly clock: SimClock;
  readonly random: SeededRandom;
  readonly disk: SimDisk;
  readonly service: SimService;
  readonly store: Store;
}

/** The rows of a store, prepared once: restarting the app does not restart the store. */
const prepared = new WeakMap<Store, PurchaseStore>();

function rowsOf(store: Store): PurchaseStore {
  const rows = prepared.get(store) ?? purchaseStore(store);
  prepared.set(store, rows);
  return rows;
}

let processCount = 0;
const serverKey = Buffer.from("a server key of the simulation");

export function startApp(parts: SimParts): SimApp {
  const { clock, random, disk, service, store } = parts;
  let alive = true;
  let killPoint: CrashPoint | undefined;
  const isAlive = () => alive;
  const rows = untilKilled(rowsOf(store), isAlive);
  const deps: SpendingDeps = {
    clock: {
      nowMs: () => clock.nowMs(),
      monotonicMs: () => clock.monotonicMs(),
      timer(ms) {
        const timer = clock.timer(ms);
        return {
          done: timer.done.then(() => (alive ? undefined : new Promise<void>(() => undefined))),
          cancel: timer.cancel,
        };
      },
    },
    chance: seededRandomSource(random),
    upstream: service.upstream(isAlive),
    reads: service.reads(isAlive),
    bodies: untilKilled(disk.bodies(), isAlive),
    texts: new Texts(),
    bodyBytesMax: () => simBodyBytesMax,
    runner: `process ${++processCount}`,
    serverKey,
    sealKey: (spender) => `sealed ${spender.key}`,
    unsealKey: (sealed) => sealed.slice("sealed ".length),
    pauseMs: () => 0,
    notePause: () => undefined,
    reach(point) {
      if (!alive) throw new ProcessKilled();
      if (point !== killPoint) return;
      alive = false;
      throw new ProcessKilled();
    },
    report: () => undefined,
  };
  const purchaseService = new PurchaseService(deps, rows);
  const kill = () => {
    alive = false;
  };
  return { purchaseService, rows, deps, isAlive, kill, killAt: (point) => void (killPoint = point) };
}

/** Wraps the functions of store and disk for one process: once it is killed, they throw instead of having an effect. */
function untilKilled<T extends object>(target: T, isAlive: () => boolean): T {
  return new Proxy(target, {
    get(object, name, receiver) {
      const value: unknown = Reflect.get(object, name, receiver);
      if (typeof value === "function") {
        return (...args: unknown[]): unknown => {
          if (!isAlive()) throw new ProcessKilled();
          return Reflect.apply(value, object, args);
        };
      }
      return typeof value === "object" && value !== null ? untilKilled(value, isAlive) : value;
    },
  });
}

export function simSpender(owner: string, upstream: string): Spender {
  return { ownerId: owner, upstream, keyId: `key of ${owner}`, key: `hk_secret_${owner}` };
}
