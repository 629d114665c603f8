import type { IntentAgent } from "../../store/agent-spending.ts";
import type { IntentRow } from "../../store/purchases.ts";
import { agentPermission, agentRefusals } from "../pricing/agent-limits.ts";
import { alternativesFor } from "../pricing/alternatives.ts";
import { spendingOf } from "../pricing/budget.ts";
import { isQuestion, parseAction, questionUnit, type Unit } from "../pricing/actions.ts";
import { DocumentSnapshots } from "./document-snapshots.ts";
import { type DocumentSnapshot, factsOf, missingPartsOf } from "../pricing/document-facts.ts";
import { holdingsOf } from "../pricing/holdings.ts";
import { idempotencyKey } from "./idempotency.ts";
import { KeyStates } from "./key-states.ts";
import { type Plan, type PlannedUnit, planDocument, planQuestion, priceOf } from "../pricing/plan.ts";
import type { Spender, SpendingDeps, PurchaseStore } from "../ports.ts";
import { PurchaseProblem } from "../problems.ts";
import { type QuoteClaims, quoteLifeMs, readQuote, signQuote, tokenHash } from "../pricing/quote-token.ts";
import { PurchaseRunner } from "./purchase-runner.ts";
import { subjectOf } from "../pricing/subject.ts";
import { blockerDetail, spendingBlocker } from "./spending-blockers.ts";
import { withTimeLimit } from "./waiting.ts";
import type { PurchaseAction, PurchaseRequest, Quote } from "../wire.ts";

const snapshotAgeMs = 5 * 60_000;
/** A confirmation answers when everything has an outcome, or after this time with the outcomes so far. */
const answerWithinMs = 8_000;

interface PlannedPurchase {
  readonly plan: Plan;
  readonly deliverable: boolean;
  readonly snapshot: DocumentSnapshot | null;
}

/**
 * Quotes and confirms purchases; nothing else spends credits. The plan of a quote is worked out again inside the
 * transaction that creates the intents, so that caps hold and nothing is bought twice by parallel confirmations.
 */
export class PurchaseService {
  readonly #deps: SpendingDeps;
  readonly #rows: PurchaseStore;
  readonly keys: KeyStates;
  readonly snapshots: DocumentSnapshots;
  readonly runner: PurchaseRunner;

  constructor(deps: SpendingDeps, rows: PurchaseStore) {
    this.#deps = deps;
    this.#rows = rows;
    this.keys = new KeyStates(rows.purchases, deps);
    this.snapshots = new DocumentSnapshots(deps, rows, this.keys);
    this.runner = new PurchaseRunner(deps, rows);
  }

  /** The current price for this owner, and whether it can be bought. Free. */
  async quote(spender: Spender, raw: unknown): Promise<Quote> {
    const action = parseAction(raw);
    const early = this.#ownedAlready(spender, action);
    if (!early) this.#refuseInsidePause(spender);
    const terms = early
      ? this.#terms(spender, action, this.#snapshotOf(spender, action))
      : await this.#askTerms(spender, action, snapshotAgeMs);
    if (!early) await this.snapshots.observeKeyOnce(spender);
    if (!early) await this.snapshots.refreshBalance(spender);
    return this.#quoteOf(spender, action, terms);
  }

  /** Spends at most the price that was on the screen, at most once for each quote. Returns the purchase's id. */
  async confirm(spender: Spender, request: PurchaseRequest): Promise<string> {
    const hash = tokenHash(request.token);
    const before = this.#rows.purchases.purchaseOfToken(hash);
    if (before !== undefined && before.owner_id === spender.ownerId) return this.#follow(before.purchase_id);
    const claims = readQuote(request.token, this.#deps.serverKey, this.#deps.clock.nowMs());
    if (claims.ownerId !== spender.ownerId || claims.keyId !== spender.keyId || claims.upstream !== spender.upstream) {
      throw new PurchaseProblem(400, "invalid_quote", "The quote was made for another key. Nothing was run.");
    }
    const owned = this.#ownedAlready(spender, claims.action);
    const priced = !owned && (claims.action.kind === "content" || claims.action.kind === "sections");
    const snapshot = priced
      ? (await this.#askTerms(spender, claims.action, 0)).snapshot
      : this.#snapshotOf(spender, claims.action);
    this.#deps.reach("before-intent");
    const purchaseId = this.#rows.atomically(() => this.#commit(spender, claims, request, hash, snapshot));
    this.#deps.reach("after-intent");
    return this.#follow(purchaseId);
  }

  /** Waits a few seconds for an outcome. The purchase continues whether or not anybody waits. */
  async #follow(purchaseId: string): Promise<string> {
    const open = this.#rows.purchases
      .intentsOf(purchaseId)
      .filter((each) => each.state === "intent" || each.state === "sent");
    const running = Promise.all(open.map((each) => this.runner.run(each.intent_id)));
    await withTimeLimit(this.#deps.clock, answerWithinMs, running).catch(() => undefined);
    return purchaseId;
  }

  /**
   * Decides what is bought and creates the intents. Called inside a transaction, so that nothing it reads can change
   * meanwhile.
   */
  #commit(
    spender: Spender,
    claims: QuoteClaims,
    request: PurchaseRequest,
    hash: string,
    snapshot: DocumentSnapshot | null,
  ): string {
    const again = this.#rows.purchases.purchaseOfToken(hash);
    if (again !== undefined) return again.purchase_id;
    const { plan } = this.#terms(spender, claims.action, snapshot);
    const wanted = plan.units.map((each) => this.#wanted(spender, claims, each));
    const fresh = wanted.filter((each) => each.existingIntentId === undefined);
    const price = priceOf(fresh.map((each) => each.planned));
    if (price.max > Math.min(request.max_credits, claims.maxCredits)) {
      throw new PurchaseProblem(409, "price_changed", `It costs ${price.max} now. Nothing was run.`);
    }
    const blocker = spendingBlocker(this.#deps, this.#rows, spender, plan, price.max);
    if (blocker !== null) throw new PurchaseProblem(409, blocker, blockerDetail[blocker]);
    const agent = this.#permittedAgent(spender, claims.action, price.max);
    const create = (each: IntentRequest) => {
      const intentId = this.#create(spender, each, request.label ?? null, snapshot);
      this.#rows.agents.attribute(intentId, agent);
      return intentId;
    };
    const intentIds = [...wanted.map((each) => each.existingIntentId ?? create(each)), ...plan.joined];
    const purchaseId = this.#deps.chance.id("pur");
    this.#rows.purchases.insertPurchase(
      {
        purchase_id: purchaseId,
        owner_id: spender.ownerId,
        token_hash: hash,
        action: JSON.stringify(claims.action),
        created_at: this.#deps.clock.nowMs(),
      },
      [...new Set(intentIds)],
    );
    if (fresh.length > 0) this.#keepKey(spender);
    return purchaseId;
  }

  /** Throws where a program may not spend this; undefined for a person. */
  #permittedAgent(spender: Spender, action: PurchaseAction, credits: number): IntentAgent | undefined {
    const { agent } = spender;
    if (agent === undefined) return undefined;
    const nowMs = this.#deps.clock.nowMs();
    const confirmAt = this.#rows.budget.budget(spender.ownerId).confirm_at;
    const permission = agentPermission(this.#rows.agents, agent, { action, credits, confirmAt, nowMs });
    if ("refusal" in permission) {
      throw new PurchaseProblem(409, permission.refusal, agentRefusals[permission.refusal]);
    }
    return { token_id: agent.tokenId, task_id: agent.taskId, approval_id: permission.approvalId };
  }

  /** The intent for a unit: an existing one that has not ended, a new one, or a new attempt of a failed one. */
  #wanted(spender: Spender, claims: QuoteClaims, planned: PlannedUnit): IntentRequest {
    const { unit } = planned;
    const latest = this.#latest(spender, unit);
    const epoch = claims.epochs[unit.params] ?? this.#epochOf(latest, claims.action.epoch === "again");
    if (latest === undefined || latest.epoch < epoch)
      return { planned, epoch, reopen: undefined, existingIntentId: undefined };
    if (latest.state === "failed" && latest.epoch === epoch)
      return { planned, epoch, reopen: latest, existingIntentId: undefined };
    return { planned, epoch, reopen: undefined, existingIntentId: latest.intent_id };
  }

  #create(spender: Spender, wanted: IntentRequest, label: string | null, snapshot: DocumentSnapshot | null): string {
    const { unit, price } = wanted.planned;
    const now = this.#deps.clock.nowMs();
    const idempotency_key = idempotencyKey(spender, unit, wanted.epoch, this.#deps.serverKey);
    const common = { key_id: spender.keyId, idempotency_key, credits_min: price.min, credits_max: price.max, label };
    if (wanted.reopen !== undefined) {
      this.#rows.purchases.reopen({ ...common, intent_id: wanted.reopen.intent_id, opened_at: now });
      return wanted.reopen.intent_id;
    }
    const intent_id = this.#deps.chance.id("int");
    this.#rows.purchases.insert({
      ...common,
      intent_id,
      owner_id: spender.ownerId,
      upstream: spender.upstream,
      kind: unit.kind,
      params: unit.params,
      epoch: wanted.epoch,
      document_id: unit.documentId,
      page_number: unit.pageNumber,
      original_id: unit.originalId,
      created_at: now,
      subject: subjectOf(unit, snapshot),
    });
    return intent_id;
  }

  #latest(spender: Spender, unit: Unit): IntentRow | undefined {
    return this.#rows.purchases.latest(spender.ownerId, spender.upstream, unit.kind, unit.params);
  }

  #epochOf(latest: IntentRow | undefined, again: boolean): number {
    if (latest === undefined) return 0;
    const over = latest.state === "stored" || latest.state === "unknown";
    return again && over ? latest.epoch + 1 : latest.epoch;
  }

  async #askTerms(spender: Spender, action: PurchaseAction, maxAgeMs: number): Promise<PlannedPurchase> {
    if (isDocumentAction(action)) {
      const { snapshot, deliverable } = await this.snapshots.forAction(spender, action, maxAgeMs);
      if (!deliverable) return { plan: nothing, deliverable: false, snapshot };
      return this.#terms(spender, action, snapshot);
    }
    return this.#terms(spender, action, null);
  }

  #terms(spender: Spender, action: PurchaseAction, snapshot: DocumentSnapshot | null): PlannedPurchase {
    if (isDocumentAction(action)) {
      const holdings = holdingsOf(this.#rows, spender.ownerId, spender.upstream, action.document_id);
      return { plan: planDocument(action, holdings, factsOf(snapshot)), deliverable: true, snapshot };
    }
    const latest = this.#latest(spender, questionUnit(action));
    const artifact = latest === undefined ? undefined : this.#rows.artifacts.artifactOfIntent(latest.intent_id);
    const plan = planQuestion(
      action,
      latest && { intentId: latest.intent_id, state: latest.state, unreadable: artifact?.unreadable != null },
    );
    return { plan, deliverable: true, snapshot };
  }

  /** Answered from the store alone, so that owned things can be opened while the service does not answer. */
  #ownedAlready(spender: Spender, action: PurchaseAction): boolean {
    try {
      return this.#terms(spender, action, this.#snapshotOf(spender, action)).plan.owned;
    } catch {
      return false;
    }
  }

  #snapshotOf(spender: Spender, action: PurchaseAction): DocumentSnapshot | null {
    return isDocumentAction(action) ? this.snapshots.find(spender.ownerId, spender.upstream, action.document_id) : null;
  }

  #quoteOf(spender: Spender, action: PurchaseAction, terms: PlannedPurchase): Quote {
    const { plan } = terms;
    const now = this.#deps.clock.nowMs();
    const price = priceOf(plan.units);
    const spending = spendingOf(this.#rows.budget, spender.ownerId, now);
    const balance = this.keys.get(spender.keyId)?.balance ?? null;
    const pauseMs = this.keys.pauseMs(spender.keyId);
    const blocker = plan.owned
      ? null
      : terms.deliverable
        ? (plan.blocked ??
          spendingBlocker(this.#deps, this.#rows, spender, plan, price.max) ??
          (pauseMs > 0 ? "rate_limited" : null))
        : "not_deliverable";
    const epochs = Object.fromEntries(
      plan.units.map(({ unit }) => [unit.params, this.#epochOf(this.#latest(spender, unit), action.epoch === "again")]),
    );
    const expiresAtMs = now + quoteLifeMs;
    const { ownerId, keyId, upstream } = spender;
    const nonce = this.#deps.chance.id("q");
    const missingParts = missingPartsOf(terms.snapshot);
    return {
      token: signQuote(
        { ownerId, keyId, upstream, action, epochs, maxCredits: price.max, expiresAtMs, nonce },
        this.#deps.serverKey,
      ),
      action,
      price,
      requests: plan.units.length,
      owned: plan.owned,
      balance,
      balance_after: balance === null ? null : balance - price.max,
      needs_confirmation: price.max > 0 && price.max >= spending.budget.confirm_at,
      blocker,
      alternatives: plan.owned ? [] : alternativesFor(action, terms.snapshot, this.#rows, spender),
      ...(missingParts.length === 0 ? {} : { missing_parts: missingParts }),
      expires_at: new Date(expiresAtMs).toISOString(),
      spent_today: spending.today,
      daily_cap: spending.budget.daily_cap,
      monthly_cap: spending.budget.monthly_cap,
      retry_at: pauseMs > 0 ? new Date(now + pauseMs).toISOString() : null,
    };
  }

  #refuseInsidePause(spender: Spender): void {
    const pauseMs = this.keys.pauseMs(spender.keyId);
    if (pauseMs === 0) return;
    throw new PurchaseProblem(429, "rate_limit_exceeded", "The service asked to wait. Nothing was sent.", {
      retry_after_seconds: Math.ceil(pauseMs / 1000),
    });
  }

  #keepKey(spender: Spender): void {
    const { keyId, ownerId, upstream } = spender;
    const sealed_key = this.#deps.sealKey(spender);
    this.#rows.purchases.keepKey({ key_id: keyId, owner_id: ownerId, upstream, sealed_key });
  }
}

interface IntentRequest {
  readonly planned: PlannedUnit;
  readonly epoch: number;
  readonly reopen: IntentRow | undefined;
  /** An existing intent, for which nothing new is reserved. */
  readonly existingIntentId: string | undefined;
}

const nothing: Plan = { units: [], joined: [], blocked: null, owned: false };

function isDocumentAction(action: PurchaseAction): action is Exclude<PurchaseAction, { input: unknown }> {
  return !isQuestion(action.kind);
}
