import type { Locale } from "../text/i18n/words.ts";
import { isUnclaimed } from "./claims.ts";
import type { Store } from "./database.ts";
import { letGoOfUnusedKey } from "./kept-keys.ts";

/** The mail of an owner. What became of a day's mail is stored before and after it is sent. */
export interface DailyMailRow {
  readonly owner_id: string;
  readonly state: "asked" | "confirmed" | "ended";
  readonly upstream: string;
  readonly sealed_address: string | null;
  readonly locale: Locale;
  /** In Japan. */
  readonly hour: number;
  readonly sealed_token: string;
  readonly token_hash: string;
  readonly confirm_hash: string | null;
  readonly asked_at: number;
  readonly taken_day: string | null;
  readonly outcome: MailOutcome | "taken" | null;
  readonly attempts: number;
  readonly next_at: number;
  readonly through_seq: number;
  /** 1 while it is not known that an earlier mail arrived, and no later one has said so. */
  readonly may_lack: number;
}

/** `again`: it was surely not accepted. `unknown`: it may have been, so that it is not sent again. */
export type MailOutcome = "empty" | "sent" | "again" | "refused" | "unknown";

/** How long an address can be confirmed. */
export const confirmWithinMs = 3 * 86_400_000;

const dayMs = 86_400_000;

export function findDailyMail(store: Store, ownerId: string): Promise<DailyMailRow | undefined> {
  return store.prepare<[string], DailyMailRow>("select * from daily_mails where owner_id = ?").get(ownerId);
}

export interface RequestLimits {
  readonly ofOwner: number;
  readonly ofAddress: number;
  readonly ofAll: number;
}

/** Counts a request to confirm an address; false where there were too many in a day. Called in a transaction. */
export async function countMailRequest(
  store: Store,
  request: { readonly id: string; readonly ownerId: string; readonly mark: string; readonly nowMs: number },
  limits: RequestLimits,
): Promise<boolean> {
  const { id, ownerId, mark, nowMs } = request;
  // The wall clock may have been set back: no request counts for longer than its day.
  await store.prepare("delete from mail_requests where at < ? or at > ?").run(nowMs - dayMs, nowMs + dayMs);
  const counts = await store
    .prepare<{ ownerId: string; mark: string }, Record<"owner" | "address" | "everyone", number>>(
      `select coalesce(sum(case when owner_id = @ownerId then 1 else 0 end), 0) as owner,
         coalesce(sum(case when address_mark = @mark then 1 else 0 end), 0) as address, count(*) as everyone
       from mail_requests`,
    )
    .get({ ownerId, mark });
  const { ofOwner, ofAddress, ofAll } = limits;
  if (Number(counts?.owner) >= ofOwner || Number(counts?.address) >= ofAddress) return false;
  if (Number(counts?.everyone) >= ofAll) return false;
  await store
    .prepare("insert into mail_requests (request_id, owner_id, address_mark, at) values (?, ?, ?, ?)")
    .run(id, ownerId, mark, nowMs);
  return true;
}

type Asked = Omit<
  DailyMailRow,
  "state" | "taken_day" | "outcome" | "attempts" | "next_at" | "through_seq" | "may_lack"
>;

/** Nothing is sent until the address is confirmed, and what was sent today stays known. */
export async function askForDailyMail(store: Store, row: Asked): Promise<void> {
  await store
    .prepare<Asked>(
      `insert into daily_mails (owner_id, state, upstream, sealed_address, locale, hour, sealed_token, token_hash,
         confirm_hash, asked_at)
       values (@owner_id, 'asked', @upstream, @sealed_address, @locale, @hour, @sealed_token, @token_hash,
         @confirm_hash, @asked_at)
       on conflict (owner_id) do update set state = 'asked', upstream = excluded.upstream,
         sealed_address = excluded.sealed_address, locale = excluded.locale, hour = excluded.hour,
         sealed_token = excluded.sealed_token, token_hash = excluded.token_hash,
         confirm_hash = excluded.confirm_hash, asked_at = excluded.asked_at`,
    )
    .run(row);
}

/** The owner, or undefined where nothing is to be confirmed by it. A day whose hour has passed counts as taken. */
export async function confirmDailyMail(
  store: Store,
  confirmHash: string,
  now: { readonly ms: number; readonly day: string; readonly hour: number },
): Promise<string | undefined> {
  const confirmed = await store
    .prepare<Record<string, string | number>, { owner_id: string }>(
      `update daily_mails set state = 'confirmed', confirm_hash = null, attempts = 0, next_at = 0,
         outcome = case when hour <= @hour and coalesce(taken_day, '') < @day then 'empty' else outcome end,
         taken_day = case when hour <= @hour and coalesce(taken_day, '') < @day then @day else taken_day end
       where confirm_hash = @confirmHash and state = 'asked' and asked_at > @since returning owner_id`,
    )
    .get({ confirmHash, hour: now.hour, day: now.day, since: now.ms - confirmWithinMs });
  return confirmed?.owner_id;
}

export async function changeMailHour(
  store: Store,
  ownerId: string,
  { hour, locale }: Pick<DailyMailRow, "hour" | "locale">,
): Promise<boolean> {
  const change = store.prepare(
    "update daily_mails set hour = @hour, locale = @locale where owner_id = @ownerId and state <> 'ended'",
  );
  return (await change.run({ ownerId, hour, locale })).changes > 0;
}

export async function ownerOfMailToken(store: Store, tokenHash: string): Promise<string | undefined> {
  const find = store.prepare<[string], { owner_id: string }>("select owner_id from daily_mails where token_hash = ?");
  return (await find.get(tokenHash))?.owner_id;
}

/** The address goes; with the last that needs it the key goes too, in the same transaction. */
export function endDailyMail(store: Store, ownerId: string): Promise<{ ended: boolean; keyLetGo: boolean }> {
  return store.atomically(async () => {
    const { changes } = await store
      .prepare(
        `update daily_mails set state = 'ended', sealed_address = null, confirm_hash = null
         where owner_id = ? and state <> 'ended'`,
      )
      .run(ownerId);
    return { ended: changes > 0, keyLetGo: await letGoOfUnusedKey(store, ownerId) };
  }, ownerId);
}

/** Owners whose address nobody has confirmed in time. */
export async function unconfirmedMails(store: Store, nowMs: number): Promise<string[]> {
  const rows = await store
    .prepare<[number], { owner_id: string }>(
      "select owner_id from daily_mails where state = 'asked' and asked_at <= ? limit 100",
    )
    .all(nowMs - confirmWithinMs);
  return rows.map(({ owner_id }) => owner_id);
}

/** The claim of the process that sends an owner's mail. */
export const sendingMail = (ownerId: string) => `mail ${ownerId}`;

/** Confirmed ones whose hour has come, of owners whose key is there; of none that a process is sending. */
export function dueMails(
  store: Store,
  now: { readonly ms: number; readonly day: string; readonly hour: number },
  upstream: string,
  limit: number,
): Promise<DailyMailRow[]> {
  return store
    .prepare<Record<string, string | number>, DailyMailRow>(
      `select daily_mails.* from daily_mails join kept_keys on kept_keys.owner_id = daily_mails.owner_id
         and kept_keys.upstream = daily_mails.upstream
       where state = 'confirmed' and daily_mails.upstream = @upstream and hour <= @hour
         and (coalesce(taken_day, '') < @day or (taken_day = @day and outcome = 'again' and next_at <= @now))
         and ${isUnclaimed("'mail ' || daily_mails.owner_id")}
       order by taken_day, daily_mails.owner_id limit @limit`,
    )
    .all({ now: now.ms, day: now.day, hour: now.hour, upstream, limit });
}

/**
 * Takes the day for one process: true once a day, and once more after each refusal that is known for sure. Its news
 * count as told from now on: a process that ends before it knows what became of the mail never tells them again.
 */
export async function takeMailDay(
  store: Store,
  row: DailyMailRow,
  { day, throughSeq }: { readonly day: string; readonly throughSeq: number },
): Promise<boolean> {
  const { changes } = await store
    .prepare(
      `update daily_mails set outcome = 'taken', taken_day = @day, through_seq = @throughSeq,
         may_lack = case when outcome in ('taken', 'unknown') then 1 else may_lack end,
         attempts = case when taken_day = @day then attempts + 1 else 1 end
       where owner_id = @ownerId and state = 'confirmed' and sealed_address = @address
         and (coalesce(taken_day, '') < @day or (taken_day = @day and outcome = 'again' and attempts = @attempts))`,
    )
    .run({ ownerId: row.owner_id, address: row.sealed_address, attempts: row.attempts, day, throughSeq });
  return changes === 1;
}

/** `throughSeq`: what counts as told, which after a sure refusal is what did before. */
export async function noteMailOutcome(
  store: Store,
  ownerId: string,
  note: {
    readonly day: string;
    readonly outcome: MailOutcome;
    readonly nextAt: number;
    readonly throughSeq: number;
  },
): Promise<void> {
  await store
    .prepare(
      `update daily_mails set outcome = @outcome, next_at = @nextAt, through_seq = @throughSeq,
         may_lack = case when @outcome = 'sent' then 0 else may_lack end
       where owner_id = @ownerId and taken_day = @day and outcome = 'taken'`,
    )
    .run({ ...note, ownerId });
}

export interface MailedUpdate {
  readonly seq: number;
  readonly source: string;
  readonly document_id: string;
  readonly event: "published" | "withdrawn";
  readonly document: string;
}

/** The news that were neither marked as seen in Today nor sent by a mail, the last found first. */
export function unmailedUpdates(
  store: Store,
  ownerId: string,
  throughSeq: number,
  limit: number,
): Promise<MailedUpdate[]> {
  return store
    .prepare<{ ownerId: string; throughSeq: number; limit: number }, MailedUpdate>(
      `select seq, source, document_id, event, document from update_sources join updates using (update_id)
       where update_sources.owner_id = @ownerId and seq > @throughSeq
         and seq > coalesce((select through_seq from looked_at as looked
           where looked.owner_id = update_sources.owner_id and looked.source = update_sources.source), 0)
       order by seq desc limit @limit`,
    )
    .all({ ownerId, throughSeq, limit });
}
