import { randomBytes } from "node:crypto";
import { leaseMs, renewEveryMs } from "../kit/process/leases.ts";
import type { Store } from "./store.ts";

/** No lease is as long: one that ends later was given before the clock was set back, and can't be waited for. */
const farMs = 8 * leaseMs;

/**
 * Work that one process at a time does, of all that share a store: a row with the process and until when it is taken to
 * live, which is renewed while the work lasts. What a process that was killed had is free when its lease has run out.
 * A process that was held up for longer finds the work done by another: what it does must then have no effect.
 */
export class Claims {
  readonly #store: Store;
  readonly #runner: string;
  readonly #now: () => number;
  readonly #held = new Set<string>();
  readonly #ready: () => Promise<void>;

  /** `isAlone`: no other process can live, so that every claim found is of one that has ended. */
  constructor(store: Store, { isAlone = false, now = Date.now, runner = newRunner() } = {}) {
    this.#store = store;
    this.#runner = runner;
    this.#now = now;
    let cleared: Promise<unknown> | undefined;
    const clear = () => store.prepare("delete from claims").run();
    this.#ready = async () => {
      if (!isAlone) return;
      cleared ??= clear().catch((error: unknown) => {
        cleared = undefined;
        throw error;
      });
      await cleared;
    };
  }

  /** Does the work where nobody does it now; undefined where somebody does, here or in another process. */
  async alone<T>(name: string, work: () => Promise<T>): Promise<{ readonly done: T } | undefined> {
    if (this.#held.has(name)) return undefined;
    this.#held.add(name);
    let timer: NodeJS.Timeout | undefined;
    try {
      await this.#ready();
      if (!(await this.#take(name))) return undefined;
      // After a failed renewal another process takes it over.
      timer = setInterval(() => void this.#renew(name).catch(() => undefined), renewEveryMs).unref();
      try {
        return { done: await work() };
      } finally {
        clearInterval(timer);
        await this.#letGo(name);
      }
    } finally {
      this.#held.delete(name);
    }
  }

  async isTaken(name: string): Promise<boolean> {
    const taken = this.#store.prepare<[string, number]>("select name from claims where name = ? and lease_until >= ?");
    return (await taken.get(name, this.#now())) !== undefined;
  }

  /** When the process ends: others need not wait for the leases to run out. */
  async letGoOfAll(): Promise<void> {
    await this.#store.prepare("delete from claims where runner = ?").run(this.#runner);
  }

  async #take(name: string): Promise<boolean> {
    const now = this.#now();
    const { changes } = await this.#store
      .prepare(
        `insert into claims (name, runner, lease_until) values (@name, @runner, @until)
         on conflict (name) do update set runner = excluded.runner, lease_until = excluded.lease_until
           where claims.lease_until < @now or claims.lease_until > @far`,
      )
      .run({ name, runner: this.#runner, until: now + leaseMs, now, far: now + farMs });
    return changes === 1;
  }

  async #renew(name: string): Promise<void> {
    await this.#store
      .prepare("update claims set lease_until = ? where name = ? and runner = ?")
      .run(this.#now() + leaseMs, name, this.#runner);
  }

  async #letGo(name: string): Promise<void> {
    await this.#store.prepare("delete from claims where name = ? and runner = ?").run(name, this.#runner);
  }
}

/** Begins with the number of the process, for whoever looks into the table. */
function newRunner(): string {
  return `${process.pid}-${randomBytes(9).toString("base64url")}`;
}

/** A condition: nobody does the work whose name is this expression, at the time `@now`. */
export const isUnclaimed = (name: string): string =>
  `not exists (select 1 from claims where claims.name = ${name} and claims.lease_until >= @now)`;
