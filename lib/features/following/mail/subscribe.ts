import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { isMailAddress } from "../../../kit/mail-address.ts";
import { logEvent } from "../../../log.ts";
import { RouteProblem } from "../../../owners/answers.ts";
import type { Owner } from "../../../owners/owner.ts";
import { seal, sealPurposes } from "../../../owners/sealing.ts";
import type { SecretVersion } from "../../../owners/secrets.ts";
import type { Claims } from "../../../store/claims.ts";
import {
  askForDailyMail,
  changeMailHour,
  confirmDailyMail,
  countMailRequest,
  endDailyMail,
  findDailyMail,
  ownerOfMailToken,
  type RequestLimits,
  sendingMail,
} from "../../../store/daily-mails.ts";
import type { Store } from "../../../store/store.ts";
import type { Locale } from "../../../text/i18n/words.ts";
import { logKeyLetGo } from "../kept-key.ts";
import { needKey } from "../need-key.ts";
import { addressMark, addressOf, isMailToken, mailTokenHash, makeMailToken, tokenOf } from "./address.ts";
import { confirmationMail } from "./compose.ts";
import { momentOf } from "./daily-mail.ts";
import type { SendMail } from "./smtp.ts";

/** A mail is asked for, confirmed by a link in a mail to its address, and ended. */
export interface MailDeps {
  readonly store: Store;
  readonly secrets: readonly SecretVersion[];
  readonly claims: Claims;
  /** Undefined where no mail is sent here. */
  readonly mail: { readonly origin: string; readonly send: SendMail } | undefined;
}

/** Requests to confirm in a day: an address of somebody else must not be filled with them. */
export const mailRequestLimits: RequestLimits = { ofOwner: 5, ofAddress: 3, ofAll: 500 };

interface WantedMail {
  readonly address: string;
  readonly hour: number;
  readonly locale: Locale;
  readonly consent: boolean;
}

/** Sends what confirms the address; until then nothing else is sent to it. */
export async function askForMail(deps: MailDeps, owner: Owner, wanted: WantedMail, nowMs: number): Promise<void> {
  const { store, secrets, mail } = deps;
  if (mail === undefined) {
    throw new RouteProblem({ status: 404, code: "not_found", detail: "No mail is sent here." });
  }
  const { address, hour, locale, consent } = wanted;
  if (!isMailAddress(address)) {
    throw new RouteProblem({ status: 422, code: "mail_not_an_address", detail: "This is not a mail address." });
  }
  const { ownerId } = owner;
  const before = await findDailyMail(store, ownerId);
  // The same for as long as the library exists, so that the button of an old mail still works.
  const token = (before === undefined ? undefined : tokenOf(before, secrets)) ?? makeMailToken();
  const confirmToken = makeMailToken();
  const sealed = (value: string, purpose: string) => seal(value, { owner: ownerId, purpose }, secrets);
  await store.atomically(async () => {
    await needKey(deps, owner, consent, nowMs);
    const id = randomBytes(12).toString("hex");
    const request = { id, ownerId, mark: addressMark(address, secrets), nowMs };
    if (!(await countMailRequest(store, request, mailRequestLimits))) {
      throw new RouteProblem({ status: 429, code: "mail_requests_full", detail: "Enough mails were asked for today." });
    }
    await askForDailyMail(store, {
      ...{ owner_id: ownerId, upstream: owner.upstream.baseUrl, locale, hour, asked_at: nowMs },
      sealed_address: sealed(address, sealPurposes.mailAddress),
      sealed_token: sealed(token, sealPurposes.mailToken),
      token_hash: mailTokenHash(token),
      confirm_hash: mailTokenHash(confirmToken),
    });
  }, "mail requests");
  logEvent("mail_asked", { ownerId });
  const reader = { address, locale, origin: mail.origin };
  const outcome = await mail.send(confirmationMail(reader, confirmToken, mailTokenHash(confirmToken).slice(0, 32)));
  if (outcome === "sent" || outcome === "unknown") return;
  throw new RouteProblem({ status: 502, code: "mail_not_sent", detail: "The mail server has not accepted the mail." });
}

export async function confirmMail({ store }: Pick<MailDeps, "store">, token: string, nowMs: number): Promise<boolean> {
  const ownerId = isMailToken(token) ? await confirmDailyMail(store, mailTokenHash(token), momentOf(nowMs)) : undefined;
  if (ownerId === undefined) return false;
  logEvent("mail_confirmed", { ownerId });
  return true;
}

export async function changeMail(
  store: Store,
  ownerId: string,
  wanted: { readonly hour: number; readonly locale: Locale },
): Promise<void> {
  if (await changeMailHour(store, ownerId, wanted)) return;
  throw new RouteProblem({ status: 404, code: "not_found", detail: "There is no daily mail." });
}

const underWayMaxMs = 10_000;
const lookEveryMs = 100;

/** A mail that is being sent just now is waited for, so that none follows the answer. */
export async function endMail({ store, claims }: Pick<MailDeps, "store" | "claims">, ownerId: string): Promise<void> {
  const { ended, keyLetGo } = await endDailyMail(store, ownerId);
  if (ended) logEvent("mail_ended", { ownerId, reason: "asked" });
  if (keyLetGo) logKeyLetGo(ownerId, "nothing_needs_it");
  const until = performance.now() + underWayMaxMs;
  while (performance.now() < until && (await claims.isTaken(sendingMail(ownerId)))) await sleep(lookEveryMs);
}

/** False where the token is of no mail. Ending an ended one changes nothing. */
export async function endMailByToken(deps: Pick<MailDeps, "store" | "claims">, token: string): Promise<boolean> {
  const ownerId = isMailToken(token) ? await ownerOfMailToken(deps.store, mailTokenHash(token)) : undefined;
  if (ownerId === undefined) return false;
  await endMail(deps, ownerId);
  return true;
}

/** For the account page. */
export interface MailFacts {
  readonly state: "none" | "asked" | "confirmed";
  readonly address: string | null;
  readonly hour: number;
}

const usualHour = 7;

export async function mailFacts(
  { store, secrets }: Pick<MailDeps, "store" | "secrets">,
  ownerId: string,
): Promise<MailFacts> {
  const row = await findDailyMail(store, ownerId);
  if (row === undefined || row.state === "ended") return { state: "none", address: null, hour: row?.hour ?? usualHour };
  return { state: row.state, address: addressOf(row, secrets) ?? null, hour: row.hour };
}
