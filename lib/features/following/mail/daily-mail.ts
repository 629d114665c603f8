import { jstDate, jstDateTime } from "../../../contract/dates.ts";
import type { Tier } from "../../../contract/prices.ts";
import { logEvent, logger } from "../../../log.ts";
import type { SecretVersion } from "../../../owners/secrets.ts";
import type { Claims } from "../../../store/claims.ts";
import {
  type DailyMailRow,
  dueMails,
  endDailyMail,
  type MailOutcome,
  noteMailOutcome,
  sendingMail,
  takeMailDay,
  unconfirmedMails,
} from "../../../store/daily-mails.ts";
import type { Store } from "../../../store/store.ts";
import { logKeyLetGo } from "../kept-key.ts";
import { addressOf, tokenOf } from "./address.ts";
import { dailyMail } from "./compose.ts";
import { mailContent } from "./mail-items.ts";
import type { SendMail } from "./smtp.ts";

/**
 * Sends the mails that are due. A day and its news are taken in the store before the mail is sent, and given back only
 * after a refusal that is known for sure: a process that ends in between leaves a day without a mail, and never one
 * with two. The next mail then says that an earlier one may be missing; its news are in Today as all others.
 */
export interface DailyMailDeps {
  readonly store: Store;
  readonly claims: Claims;
  readonly secrets: readonly SecretVersion[];
  readonly origin: string;
  /** The service that is set up. */
  readonly upstream: string;
  readonly send: SendMail;
  /** By the owner's kept key; both are free. */
  tiers(ownerId: string): Promise<readonly Tier[]>;
  countChanged(ownerId: string, documentId: string): Promise<number | undefined>;
}

/** The waits after refusals of one day; after the last the day has no mail. */
const againMs: readonly number[] = [5 * 60_000, 30 * 60_000, 2 * 3_600_000];
const atOnceMax = 4;
const lookEveryMs = 10_000;

export class DailyMails {
  readonly #deps: DailyMailDeps;
  readonly #underWay = new Map<string, Promise<void>>();
  #lookedAtMs = 0;
  #isStopping = false;

  constructor(deps: DailyMailDeps) {
    this.#deps = deps;
  }

  /** Called every second; looks into the store every ten. */
  async sendDue(nowMs: number): Promise<void> {
    if (Math.abs(nowMs - this.#lookedAtMs) < lookEveryMs || this.#isStopping) return;
    this.#lookedAtMs = nowMs;
    const { store, upstream, claims } = this.#deps;
    await endUnconfirmed(store, nowMs);
    for (const row of await dueMails(store, momentOf(nowMs), upstream, atOnceMax)) {
      if (this.#underWay.size >= atOnceMax || this.#underWay.has(row.owner_id)) continue;
      const sent = claims
        .alone(sendingMail(row.owner_id), () => sendDailyMail(this.#deps, row, nowMs))
        .then(() => undefined)
        .catch((error: unknown) => logger().error({ err: error, ownerId: row.owner_id }, "a mail failed"))
        .finally(() => this.#underWay.delete(row.owner_id));
      this.#underWay.set(row.owner_id, sent);
    }
  }

  /** Waits for what is under way; each has its own time limit. */
  async close(): Promise<void> {
    this.#isStopping = true;
    await this.settled();
  }

  async settled(): Promise<void> {
    await Promise.all(this.#underWay.values());
  }
}

/** The day and the hour in Japan. */
export function momentOf(ms: number): { readonly ms: number; readonly day: string; readonly hour: number } {
  return { ms, day: jstDate(ms), hour: Number(jstDateTime(ms).slice(11, 13)) };
}

async function sendDailyMail(deps: DailyMailDeps, row: DailyMailRow, nowMs: number): Promise<void> {
  const { store, secrets, origin } = deps;
  const { owner_id: ownerId, locale } = row;
  const [address, token] = [addressOf(row, secrets), tokenOf(row, secrets)];
  const day = jstDate(nowMs);
  const content = await mailContent(
    {
      store,
      tiers: () => deps.tiers(ownerId),
      countChanged: (documentId) => deps.countChanged(ownerId, documentId),
    },
    ownerId,
    row.through_seq,
  );
  const before = row.through_seq;
  const throughSeq = Math.max(before, content.throughSeq);
  if (!(await takeMailDay(store, row, { day, throughSeq }))) return;
  const note = (outcome: MailOutcome, told: number, nextAt = 0) =>
    noteMailOutcome(store, ownerId, { day, outcome, nextAt, throughSeq: told });
  const mayLack = mayLackEarlier(row, day);
  if (content.items.length === 0) return note("empty", before);
  if (address === undefined || token === undefined) {
    logEvent("mail_not_sent", { ownerId, reason: "unreadable" });
    return note("refused", before);
  }
  const id = `${day}.${row.token_hash.slice(0, 24)}`;
  const outcome = await deps.send(dailyMail({ address, locale, origin }, content, { token, id, nowMs, mayLack }));
  if (outcome === "sent") {
    await note("sent", throughSeq);
    logEvent("mail_sent", { ownerId, count: content.items.length });
    return;
  }
  logEvent("mail_not_sent", { ownerId, reason: outcome });
  if (outcome === "unknown") return note("unknown", throughSeq);
  const waitMs = outcome === "again" ? againMs[row.taken_day === day ? row.attempts : 0] : undefined;
  return waitMs === undefined ? note("refused", before) : note("again", before, nowMs + waitMs);
}

/** Of the mail of an earlier day it is not known that it arrived, and none has said so yet. */
function mayLackEarlier({ taken_day, outcome, may_lack }: DailyMailRow, day: string): boolean {
  return may_lack === 1 || (taken_day !== day && (outcome === "taken" || outcome === "unknown"));
}

async function endUnconfirmed(store: Store, nowMs: number): Promise<void> {
  for (const ownerId of await unconfirmedMails(store, nowMs)) {
    const { ended, keyLetGo } = await endDailyMail(store, ownerId);
    if (ended) logEvent("mail_ended", { ownerId, reason: "unconfirmed" });
    if (keyLetGo) logKeyLetGo(ownerId, "nothing_needs_it");
  }
}
