import { logger } from "../../log.ts";
import { sealPurposes, unseal } from "../../owners/sealing.ts";
import type { SecretVersion } from "../../owners/secrets.ts";
import type { Settings } from "../../settings.ts";
import type { Claims } from "../../store/claims.ts";
import type { Store } from "../../store/database.ts";
import {
  sending as claimOfSending,
  type DueDelivery,
  dueDeliveries,
  isStillDue,
  noteOutcome,
  type Outcome,
} from "../../store/webhooks.ts";
import { appOrigin } from "./links.ts";
import { makeWebhookSender, type SendResult, type WebhookSender } from "./send-webhook.ts";
import { signed } from "./webhook-message.ts";

/**
 * Sends due deliveries, one at a time for each webhook over all processes that share the store. The outcome is stored after the answer, so every delivery
 * arrives at least once; its id stays the same, so that a receiver can tell a repetition.
 */
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
/** The waits between attempts: about three days in all. Kept in the store, so a restart changes nothing. */
export const retryWaitsMs: readonly number[] = [
  10_000,
  minuteMs,
  5 * minuteMs,
  30 * minuteMs,
  2 * hourMs,
  6 * hourMs,
  12 * hourMs,
  24 * hourMs,
  24 * hourMs,
];
const atOnceMax = 8;

export interface DeliveryDeps {
  readonly store: Store;
  readonly claims: Claims;
  readonly secrets: readonly SecretVersion[];
  readonly settings: Pick<Settings, "webhookNetwork" | "publicOrigin" | "port">;
}

/** Sends what is due, to each webhook one after another. */
export class Deliveries {
  readonly #deps: DeliveryDeps;
  readonly #sender: WebhookSender;
  readonly #underWay = new Map<string, Promise<void>>();
  #stopping = false;

  constructor(deps: DeliveryDeps) {
    this.#deps = deps;
    this.#sender = makeWebhookSender(deps.settings.webhookNetwork);
  }

  async deliverDue(nowMs: number): Promise<void> {
    for (const delivery of await dueDeliveries(this.#deps.store, nowMs, atOnceMax)) {
      if (this.#stopping) return;
      if (this.#underWay.size >= atOnceMax || this.#underWay.has(delivery.webhook_id)) continue;
      const sent = this.#deps.claims
        .alone(claimOfSending(delivery.webhook_id), () => deliver(this.#deps, delivery, this.#sender))
        .finally(() => this.#underWay.delete(delivery.webhook_id))
        // The next one of the same webhook follows at once, unless another process sends to it.
        .then((mine) => (mine === undefined || this.#stopping ? undefined : this.deliverDue(Date.now())))
        .catch((error: unknown) => logger().error({ err: error }, "a delivery failed"));
      this.#underWay.set(delivery.webhook_id, sent);
    }
  }

  /** Waits for what is under way; each has its own time limit. */
  async close(): Promise<void> {
    this.#stopping = true;
    await Promise.all(this.#underWay.values());
    await this.#sender.close();
  }
}

export async function deliver(
  deps: Omit<DeliveryDeps, "claims">,
  delivery: DueDelivery,
  sender: WebhookSender,
): Promise<void> {
  const { store } = deps;
  // Settled by a sender that ended after the list of what is due was read.
  if (!(await isStillDue(store, delivery))) return;
  const result = await sendOne(deps, delivery, sender);
  const nowMs = Date.now();
  await noteOutcome(store, delivery, outcomeOf(delivery.attempts, result, nowMs, Math.random()), nowMs);
}

async function sendOne(
  { secrets, settings }: Omit<DeliveryDeps, "claims">,
  delivery: DueDelivery,
  sender: WebhookSender,
): Promise<SendResult> {
  let secret: string;
  try {
    const sealedFor = { owner: delivery.owner_id, purpose: sealPurposes.webhookSecret };
    secret = unseal(delivery.sealed_secret, sealedFor, secrets);
  } catch {
    return { status: null, problem: "secret_unreadable" };
  }
  const message = signed(delivery, { secret, origin: appOrigin(settings), nowMs: Date.now() });
  return sender.send({ address: delivery.address, ...message });
}

/** Waits vary by a fifth, so that receivers that were away are not met by everything at once. */
export function outcomeOf(attempts: number, { status, problem }: SendResult, nowMs: number, chance: number): Outcome {
  if (problem === undefined) return { state: "delivered", nextAt: nowMs, status, problem: null };
  const waitMs = retryWaitsMs[attempts];
  // 410 Gone says that nothing more is wanted.
  if (waitMs === undefined || status === 410) return { state: "failed", nextAt: nowMs, status, problem };
  return { state: "waiting", nextAt: nowMs + Math.round(waitMs * (0.9 + 0.2 * chance)), status, problem };
}
