import { z } from "zod";
import { CalendarDate, DateTime } from "./ids.ts";
import { ContentTier, MarketFreshness } from "./resources.ts";

/**
 * Messages between the service of this repository and the operator's page. This is no part of the interface: these
 * addresses lie outside /v1, are in no OpenAPI document, and no reader's key opens them.
 */
export const operatorRoot = "/operator";

/** The address of the browser that asks, as the web app knows it; for the log of changes. */
export const operatorFromHeader = "x-operator-from";

const count = z.int().min(0);
const moment = DateTime.nullable();

const SetAsideItem = z.object({
  key: z.string(),
  day: CalendarDate.nullable(),
  title: z.string().nullable(),
  reason: z.string(),
  message: z.string(),
  attempts: count,
  set_aside_at: DateTime,
  /** Null: it is not tried again by itself. */
  next_attempt_at: moment,
  can_be_tried: z.boolean(),
});
export type SetAsideItem = z.infer<typeof SetAsideItem>;

const Market = MarketFreshness.extend({
  missing_days: count,
  list_read_at: moment,
  newest_filing_at: moment,
  companies_read_at: moment,
  set_aside: count,
  tried_again: count,
  trouble: z.object({ reason: z.string(), message: z.string(), since: DateTime, next_attempt_at: moment }).nullable(),
});
export type OperatorMarket = z.infer<typeof Market>;

const ListedKey = z.object({
  id: z.string(),
  name: z.string(),
  created_at: DateTime,
  revoked_at: moment,
  entitled: z.boolean(),
  per_minute: count,
  per_day: count.nullable(),
  requests_today: count,
  /** Null: unlimited. */
  credits: z.object({ granted: count, balance: count }).nullable(),
  charged: count,
  /** The days on which it was charged, the newest first. */
  days: z.array(z.object({ day: CalendarDate, credits: count, charges: count })),
});
export type ListedKey = z.infer<typeof ListedKey>;

export const NewestError = z.object({
  at: z.string(),
  program: z.string(),
  id: z.string().nullable(),
  what: z.string(),
});
export type NewestError = z.infer<typeof NewestError>;

export const LastBackup = z.object({
  at: DateTime,
  file: z.string(),
  bytes: count,
  halves: z.array(z.enum(["service", "web"])),
});
export type LastBackup = z.infer<typeof LastBackup>;

export const Disk = z.object({ free_bytes: count, total_bytes: count });
export type Disk = z.infer<typeof Disk>;

const Change = z.object({
  at: DateTime,
  /** Null: by the command, on the machine itself. */
  operator: z.string().nullable(),
  action: z.enum([
    "operator_key_made",
    "operator_key_revoked",
    "key_made",
    "key_revoked",
    "credits_granted",
    "tried_again",
  ]),
  subject: z.string(),
  detail: z.string(),
  address: z.string(),
});
export type LoggedChange = z.infer<typeof Change>;

export const OperatorState = z.object({
  version: z.string(),
  /** The operator's key that asks. */
  operator: z.object({ id: z.string(), name: z.string() }),
  now: DateTime,
  /** Null where nothing has followed EDINET. */
  market: Market.nullable(),
  set_aside: z.array(SetAsideItem),
  keys: z.array(ListedKey),
  /** Older keys that are not listed. */
  keys_left_off: count,
  limits: z.object({ wrong_keys_per_minute: count, content_tiers: z.array(ContentTier) }),
  disk: Disk,
  store_bytes: z.record(z.string(), count),
  /** True where the service's data is in a database, which has backups of its own. */
  in_database: z.boolean(),
  backup: LastBackup.nullable(),
  health: z.object({ status: z.string(), checks: z.record(z.string(), z.string()) }),
  errors: z.array(NewestError),
  /** The newest first. */
  changes: z.array(Change),
});
export type OperatorState = z.infer<typeof OperatorState>;

const amountMax = 1_000_000_000;

export const NewKeyRequest = z.strictObject({
  name: z.string().trim().min(1).max(200),
  /** Null: unlimited. */
  credits: z.int().min(0).max(amountMax).nullable(),
  per_minute: z.int().min(1).max(amountMax),
  per_day: z.int().min(1).max(amountMax).nullable(),
});
export type NewKeyRequest = z.infer<typeof NewKeyRequest>;

/** The key is in this answer and in no other. */
export const MadeKey = z.object({ id: z.string(), key: z.string() });
export type MadeKey = z.infer<typeof MadeKey>;

export const GrantRequest = z.strictObject({ credits: z.int().min(1).max(amountMax) });
export const TryAgainRequest = z.strictObject({ key: z.string().min(1).max(300) });
