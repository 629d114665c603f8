import type { Store } from "../../store/database.ts";
import { PurchaseService } from "../spending/purchase-service.ts";
import type { CrashPoint, Spender, SpendingDeps, PurchaseStore } from "../ports.ts";
import { purchaseStore } from "../adapters/purchase-store.ts";
import { type SimService, simBodyBytesMax } from "./service.ts";
import { type Dice, diceChance, type SimClock, type SimDisk } from "./world.ts";

/** Thrown at the point where a simulated process dies. Afterwards nothing that still runs in it has any effect. */
export class Died extends Error {
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
  /** The process dies when it next reaches this point. */
  dieAt(point: CrashPoint | undefined): void;
  kill(): void;
}

export interface SimParts {
  readonly clock: SimClock;
  readonly dice: Dice;
  readonly disk: SimDisk;
  readonly service: SimService;
  readonly store: Store;
}

/** Statements are prepared once a store: a restart of the app is no restart of the disk. */
const prepared = new WeakMap<Store, PurchaseStore>();

function rowsOf(store: Store): PurchaseStore {
  const rows = prepared.get(store) ?? purchaseStore(store);
  prepared.set(store, rows);
  return rows;
}

const serverKey = Buffer.from("a server key of the simulation");

export function startApp(parts: SimParts): SimApp {
  const { clock, dice, disk, service, store } = parts;
  let alive = true;
  let fatal: CrashPoint | undefined;
  const isAlive = () => alive;
  const rows = mortal(rowsOf(store), isAlive);
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
    chance: diceChance(dice),
    upstream: service.upstream(isAlive),
    reads: service.reads(isAlive),
    bodies: mortal(disk.bodies(), isAlive),
    bodyBytesMax: () => simBodyBytesMax,
    serverKey,
    sealKey: (spender) => `sealed ${spender.key}`,
    unsealKey: (sealed) => sealed.slice("sealed ".length),
    pauseMs: () => 0,
    notePause: () => undefined,
    reach(point) {
      if (!alive) throw new Died();
      if (point !== fatal) return;
      alive = false;
      throw new Died();
    },
    report: () => undefined,
  };
  const purchaseService = new PurchaseService(deps, rows);
  const kill = () => {
    alive = false;
  };
  return { purchaseService, rows, deps, isAlive, kill, dieAt: (point) => void (fatal = point) };
}

/** The store's and the disk's functions as a process sees them: none of them does anything for a dead one. */
function mortal<T extends object>(target: T, isAlive: () => boolean): T {
  return new Proxy(target, {
    get(object, name, receiver) {
      const value: unknown = Reflect.get(object, name, receiver);
      if (typeof value === "function") {
        return (...args: unknown[]): unknown => {
          if (!isAlive()) throw new Died();
          return Reflect.apply(value, object, args);
        };
      }
      return typeof value === "object" && value !== null ? mortal(value, isAlive) : value;
    },
  });
}

export function simSpender(owner: string, upstream: string): Spender {
  return { ownerId: owner, upstream, keyId: `key of ${owner}`, key: `hk_secret_${owner}` };
}
