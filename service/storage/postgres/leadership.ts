import type { PoolClient } from "pg";
import type { Connections } from "../../../lib/postgres/connection.ts";

const leaderLock = 4_710_005;
const askAgainMs = 2_000;

/** Work that one process does for all: whoever holds the lock, for as long as its connection lives. */
export interface Leadership {
  isLeader(): Promise<boolean>;
  end(): void;
}

export function createLeadership({ borrow }: Connections): Leadership {
  let drop: (() => void) | undefined;
  let askedAtMs = Number.NEGATIVE_INFINITY;

  async function ask(): Promise<boolean> {
    const client = await borrow();
    const release = once(() => {
      drop = undefined;
      client.release(true);
    });
    // Where the connection breaks, the lock has gone with it.
    client.on("error", release);
    if (await tryLock(client)) {
      drop = release;
      return true;
    }
    release();
    return false;
  }

  return {
    async isLeader() {
      if (drop !== undefined) return true;
      const nowMs = performance.now();
      if (nowMs - askedAtMs < askAgainMs) return false;
      askedAtMs = nowMs;
      // While the database is out of reach nobody leads.
      return ask().catch(() => false);
    },
    end: () => drop?.(),
  };
}

async function tryLock(client: PoolClient): Promise<boolean> {
  try {
    const { rows } = await client.query<{ got: boolean }>("SELECT pg_try_advisory_lock($1) AS got", [leaderLock]);
    return rows[0]?.got === true;
  } catch {
    return false;
  }
}

function once(work: () => void): () => void {
  let done = false;
  return () => {
    if (done) return;
    done = true;
    work();
  };
}
