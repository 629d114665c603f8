import { randomUUID } from "node:crypto";
import { type Connections, isLost } from "../../../lib/kit/postgres/connection.ts";

const defaultLeaseSeconds = 10;
/** So that a renewal may fail twice. */
const renewalsInLease = 4;

/**
 * Work under way belongs to a process for as long as it renews its lease; the times are the database's. Leftovers of
 * a dead process are returned by the next one that renews.
 */
export interface Leases {
  readonly owner: string;
  /** Holds the lease from now on. */
  hold(): Promise<void>;
  /** Does it now, or as soon as the database can be reached again. */
  eventually(work: () => Promise<unknown>): Promise<void>;
  /** Returns everything that this process holds. */
  end(): Promise<void>;
}

export function createLeases({ quick }: Connections, leaseSeconds = defaultLeaseSeconds): Leases {
  const owner = randomUUID();
  let held: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let renewing = false;
  const waiting: (() => Promise<unknown>)[] = [];

  const renew = () => quick.rows("SELECT renew_lease(?::uuid, make_interval(secs => ?))", [owner, leaseSeconds]);

  async function tick(): Promise<void> {
    if (renewing) return;
    renewing = true;
    try {
      await renew();
      for (let next = waiting[0]; next !== undefined; next = waiting[0]) {
        await next();
        waiting.shift();
      }
    } catch {
      // The next tick tries again; until then the lease counts down.
    } finally {
      renewing = false;
    }
  }

  return {
    owner,
    hold() {
      held ??= renew().then(
        () => {
          timer = setInterval(() => void tick(), (leaseSeconds * 1_000) / renewalsInLease);
          timer.unref();
        },
        (error: unknown) => {
          held = undefined;
          throw error;
        },
      );
      return held;
    },
    async eventually(work) {
      try {
        await work();
      } catch (error) {
        if (!isLost(error)) throw error;
        waiting.push(work);
      }
    },
    async end() {
      if (held === undefined) return;
      await held.catch(() => {});
      clearInterval(timer);
      // Without the database the lease ends by itself.
      await quick.rows("SELECT sweep(?::uuid)", [owner]).catch(() => {});
    },
  };
}
