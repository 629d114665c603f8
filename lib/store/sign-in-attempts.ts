import type { Store } from "./store.ts";

/** Wrong keys of a network, and the checks that it has left while it is slowed. */
export interface NetworkRow {
  readonly network: string;
  readonly failures: number;
  readonly last_failure_at: number;
  readonly checks_left: number;
  readonly checks_counted_at: number;
}

/** A key that the service is checking now. */
interface CheckRow {
  readonly check_id: string;
  readonly network: string;
  /** 1 where its network was slowed then. */
  readonly slowed: number;
  readonly until_at: number;
}

interface Checking {
  readonly count: number;
  readonly lastUntilAt: number | null;
}

/** Attempts to sign in, as all processes count them; each decision is made in a transaction that holds them alone. */
export function signInAttempts(store: Store) {
  const sql = {
    network: store.prepare<[string], NetworkRow>("select * from sign_in_networks where network = ?"),
    put: store.prepare<NetworkRow>(
      `insert into sign_in_networks (network, failures, last_failure_at, checks_left, checks_counted_at)
       values (@network, @failures, @last_failure_at, @checks_left, @checks_counted_at)
       on conflict (network) do update set failures = excluded.failures, last_failure_at = excluded.last_failure_at,
         checks_left = excluded.checks_left, checks_counted_at = excluded.checks_counted_at`,
    ),
    begin: store.prepare<CheckRow>(
      `insert into sign_in_checks (check_id, network, slowed, until_at)
       values (@check_id, @network, @slowed, @until_at)`,
    ),
    end: store.prepare<[string]>("delete from sign_in_checks where check_id = ?"),
    checking: store.prepare<[string], Checking>(
      `select count(*) as count, max(until_at) as "lastUntilAt" from sign_in_checks where network = ?`,
    ),
    unslowed: store.prepare<[], { count: number }>("select count(*) as count from sign_in_checks where slowed = 0"),
    networks: store.prepare<[], { count: number }>("select count(*) as count from sign_in_networks"),
    forgetOldest: store.prepare(
      `delete from sign_in_networks where network <> '' and last_failure_at <=
         (select last_failure_at from sign_in_networks where network <> ''
          order by last_failure_at desc limit 1 offset @last)`,
    ),
    forgetNetworks: store.prepare(
      `delete from sign_in_networks
       where (last_failure_at <= @before and checks_counted_at <= @before) or last_failure_at > @now`,
    ),
    forgetChecks: store.prepare("delete from sign_in_checks where until_at < @now or until_at > @last"),
  };
  return {
    network: (network: string) => sql.network.get(network),
    put: async (row: NetworkRow) => {
      await sql.put.run(row);
    },
    begin: async (row: CheckRow) => {
      await sql.begin.run(row);
    },
    end: async (checkId: string) => {
      await sql.end.run(checkId);
    },
    /** The checks of a network that are under way, and when the last of them is forgotten. */
    checking: async (network: string): Promise<Checking> => {
      const { count = 0, lastUntilAt = null } = (await sql.checking.get(network)) ?? {};
      return { count: Number(count), lastUntilAt: lastUntilAt === null ? null : Number(lastUntilAt) };
    },
    checkingUnslowed: async () => Number((await sql.unslowed.get())?.count),
    /** For one more network, where there are so many already. The row of all together stays. */
    makeRoom: async (networksMax: number) => {
      if (Number((await sql.networks.get())?.count) < networksMax) return;
      await sql.forgetOldest.run({ last: networksMax - 2 });
    },
    /** Attempts that no longer count, or were counted before the clock was set back. */
    forget: async (now: number, { forgetAfterMs, checkMaxMs }: { forgetAfterMs: number; checkMaxMs: number }) => {
      await sql.forgetNetworks.run({ now, before: now - forgetAfterMs });
      await sql.forgetChecks.run({ now, last: now + checkMaxMs });
    },
  };
}
