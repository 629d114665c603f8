import type { PoolClient } from "pg";
import type { Connections } from "../../../lib/kit/postgres/connection.ts";

const askAgainMs = 2_000;

/** One process does this for all. */
export const lockOf = { leading: 4_710_005, indexing: 4_710_006, ingesting: 4_710_007 } as const;

/** Work that one process does for all: whoever holds the lock, for as long as its connection lives. */
export interface Leadership {
  /** Asks again every two seconds while another one leads. */
  isLeader(): Promise<boolean>;
  end(): void;
}

export function createLeadership({ borrow }: Connections, lock: number): Leadership {
  let drop: (() => void) | undefined;
  let askedAtMs = Number.NEGATIVE_INFINITY;

  async function ask(): Promise<boolean> {
    const client = await borrow();
    const end = once(() => {
      drop = undefined;
      client.release(true);
    });
    // A broken connection has lost the lock too.
    client.on("error", end);
    const answer = await tryLock(client, lock);
    if (answer === "got") {
      drop = end;
      return true;
    }
    client.off("error", end);
    // Another one leads: this connection is as good as before.
    if (answer === "taken") client.release();
    else end();
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

async function tryLock(client: PoolClient, lock: number): Promise<"got" | "taken" | "broken"> {
  try {
    const { rows } = await client.query<{ got: boolean }>("SELECT pg_try_advisory_lock($1) AS got", [lock]);
    return rows[0]?.got === true ? "got" : "taken";
  } catch {
    return "broken";
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
