import { jstDate, jstDateTime } from "../../../lib/contract/dates.ts";
import type {
  Disk,
  LastBackup,
  ListedKey,
  LoggedChange,
  NewestError,
  OperatorMarket,
  OperatorState,
  SetAsideItem,
} from "../../../lib/contract/operator.ts";
import type { Tier } from "../../../lib/contract/prices.ts";
import type {
  ApiKey,
  IngestRecords,
  KeyDay,
  Keys,
  OperatorChange,
  OperatorKey,
  OperatorStore,
  StoreProbe,
} from "../../storage/ports.ts";
import { listSetAside, type Market, readMarket, type SetAside } from "../market/market.ts";

/** Facts that only the running program knows. */
export interface OperatorFacts {
  disk(): Promise<Disk>;
  storeBytes(): Promise<Readonly<Record<string, number>>>;
  backup(): Promise<LastBackup | undefined>;
  errors(): Promise<readonly NewestError[]>;
  readonly isInDatabase: boolean;
}

export interface StateDeps {
  readonly operator: OperatorStore;
  readonly keys: Keys;
  readonly ingestRecords: () => IngestRecords;
  readonly probe: StoreProbe;
  readonly operatorFacts: OperatorFacts;
  readonly version: string;
  readonly contentTiers: readonly Tier[];
  readonly wrongKeysPerMinute: number;
  readonly nowMs: () => number;
}

const keysMax = 200;
const setAsideMax = 200;
const changesMax = 100;
const usageDays = 14;
const dayMs = 86_400_000;

export async function readState(deps: StateDeps, by: OperatorKey): Promise<OperatorState> {
  const { operator, operatorFacts: facts } = deps;
  const nowMs = deps.nowMs();
  const records = deps.ingestRecords();
  const [market, setAside, keys, usage, requests, changes, checks, disk, storeBytes, backup, errors] =
    await Promise.all([
      readMarket(records, nowMs),
      listSetAside(records, "", setAsideMax),
      deps.keys.list(),
      operator.usage(jstDate(nowMs - (usageDays - 1) * dayMs)),
      operator.requests(jstDate(nowMs)),
      operator.changes(changesMax),
      deps.probe.check(),
      facts.disk(),
      facts.storeBytes(),
      facts.backup(),
      facts.errors(),
    ]);
  const listed = [...keys].sort(byUse).slice(0, keysMax);
  return {
    version: deps.version,
    operator: { id: by.id, name: by.name },
    now: jstDateTime(nowMs),
    market: market === undefined ? null : marketOf(market),
    set_aside: setAside.map(itemOf),
    keys: listed.map((key) => keyOf(key, usage, requests)),
    keys_left_off: keys.length - listed.length,
    limits: { wrong_keys_per_minute: deps.wrongKeysPerMinute, content_tiers: [...deps.contentTiers] },
    disk,
    store_bytes: { ...storeBytes },
    in_database: facts.isInDatabase,
    backup: backup ?? null,
    health: { status: Object.values(checks).every((check) => check === "ok") ? "ok" : "failed", checks: { ...checks } },
    errors: [...errors],
    changes: changes.map(changeOf),
  };
}

/** Those that can still be used first, then the newest. */
function byUse(a: ApiKey, b: ApiKey): number {
  const revoked = Number(a.revokedAtMs !== null) - Number(b.revokedAtMs !== null);
  return revoked === 0 ? b.createdAtMs - a.createdAtMs : revoked;
}

const at = (ms: number | null | undefined) => (ms === null || ms === undefined ? null : jstDateTime(ms));

function marketOf(market: Market): OperatorMarket {
  const { trouble } = market;
  return {
    up_to: at(market.upToMs),
    stale: market.isStale,
    missing: market.missing.map(({ from, to }) => ({ from, to })),
    missing_days: market.missingDays,
    list_read_at: at(market.listReadAtMs),
    newest_filing_at: at(market.newestFilingAtMs),
    companies_read_at: at(market.companiesReadAtMs),
    waiting: market.waiting,
    set_aside: market.setAside,
    tried_again: market.triedAgain,
    trouble:
      trouble === undefined
        ? null
        : {
            reason: trouble.reason,
            message: trouble.message,
            since: jstDateTime(trouble.sinceMs),
            next_attempt_at: at(trouble.nextAttemptAtMs),
          },
  };
}

function itemOf(item: SetAside): SetAsideItem {
  return {
    key: item.key,
    day: item.day,
    title: item.title,
    reason: item.reason,
    message: item.message,
    attempts: item.attempts,
    set_aside_at: jstDateTime(item.setAsideAtMs),
    next_attempt_at: at(item.nextAttemptAtMs),
    can_be_tried: item.canBeTried,
  };
}

function keyOf(key: ApiKey, usage: readonly KeyDay[], requests: ReadonlyMap<string, number>): ListedKey {
  const days = usage.filter(({ keyId }) => keyId === key.id);
  return {
    id: key.id,
    name: key.name,
    created_at: jstDateTime(key.createdAtMs),
    revoked_at: at(key.revokedAtMs),
    entitled: key.entitled,
    per_minute: key.perMinute,
    per_day: key.perDay,
    requests_today: requests.get(key.id) ?? 0,
    credits: key.credits === null ? null : { granted: key.credits.granted, balance: key.credits.balance },
    charged: key.charged,
    days: days.map(({ day, credits, charges }) => ({ day, credits, charges })).reverse(),
  };
}

function changeOf({ atMs, operatorKeyId, action, subject, detail, address }: OperatorChange): LoggedChange {
  return { at: jstDateTime(atMs), operator: operatorKeyId, action, subject, detail, address };
}
