import type { IntentAgent } from "../../store/agent-spending.ts";
import type { IntentRow } from "../../store/purchases.ts";
import { purchasables, rowOf } from "../kinds/purchasables.ts";
import type { PurchaseStore, Spender, SpendingDeps } from "../ports.ts";
import { parseAction } from "../pricing/actions.ts";
import { agentPermission, agentRefusals, type Charge, reachesThreshold } from "../pricing/agent-limits.ts";
import { alternativesFor } from "../pricing/alternatives.ts";
import { type DocumentSnapshot, factCountOf, missingPartsOf } from "../pricing/document-facts.ts";
import { type PricedUnit, priceOf } from "../pricing/left-to-buy.ts";
import { moneyFacts } from "../pricing/money-facts.ts";
import { isWithin, linesOf, type Plan } from "../pricing/plan.ts";
import { type QuoteClaims, quoteLifeMs, readQuote, signQuote, tokenHash } from "../pricing/quote-token.ts";
import { PurchaseProblem } from "../problems.ts";
import type { Alternative, BasketLine, PurchaseAction, PurchaseRequest, Quote, SinglePurchase } from "../wire.ts";
import { DocumentSnapshots } from "./document-snapshots.ts";
import { idempotencyKey } from "./idempotency.ts";
import { KeyStates } from "./key-states.ts";
import { taking } from "./leases.ts";
import { isListed, Planner, type PricedLine, type PricedPurchase, parallelReads } from "./planner.ts";
import { PurchaseRunner } from "./purchase-runner.ts";
import { blockerDetail, spendingBlocker } from "./spending-blockers.ts";
import { eachInParallel, withTimeLimit } from "./waiting.ts";

const snapshotAgeMs = 5 * 60_000;
/** A confirmation answers when everything has an outcome, or after this time with the outcomes so far. */
const answerWithinMs = 8_000;
/** A basket is followed line by line. */
const basketAnswerWithinMs = 300;

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
  readonly #planner: Planner;

  constructor(deps: SpendingDeps, rows: PurchaseStore) {
    this.#deps = deps;
    this.#rows = rows;
    this.keys = new KeyStates(rows.purchases, deps);
    this.snapshots = new DocumentSnapshots(deps, rows, this.keys);
    this.runner = new PurchaseRunner(deps, rows);
    this.#planner = new Planner(rows, this.snapshots);
  }

  /** The current price for this owner, and whether it can be bought. Free. */
  async quote(spender: Spender, raw: unknown): Promise<Quote> {
    const action = parseAction(raw);
    if (await this.#planner.ownedAlready(spender, action))
      return this.#quoteOf(spender, action, await this.#planner.terms(spender, action));
    await this.#refuseInsidePause(spender);
    const deliverable = await this.#planner.askFacts(spender, action, snapshotAgeMs);
    const terms = deliverable
      ? await this.#planner.terms(spender, action)
      : await this.#planner.nothing(spender, action);
    await this.snapshots.observeKeyOnce(spender);
    await this.snapshots.refreshBalance(spender);
    return this.#quoteOf(spender, action, terms, deliverable);
  }

  /** Spends at most the price that was on the screen, at most once for each quote. Returns the purchase's id. */
  async confirm(spender: Spender, request: PurchaseRequest): Promise<string> {
    const hash = tokenHash(request.token);
    const before = await this.#rows.purchases.purchaseOfToken(hash);
    if (before !== undefined && before.owner_id === spender.ownerId) return this.#follow(before.purchase_id);
    const claims = readQuote(request.token, this.#deps.serverKey, this.#deps.clock.nowMs());
    if (claims.ownerId !== spender.ownerId || claims.keyId !== spender.keyId || claims.upstream !== spender.upstream) {
      throw new PurchaseProblem(400, "invalid_quote", "The quote was made for another key. Nothing was run.");
    }
    const texts = linesOf(claims.plan.action).filter((line) => rowOf(line).facts === "toc");
    await eachInParallel(texts, parallelReads, (line) => this.#planner.askFacts(spender, line, 0));
    this.#deps.reach("before-intent");
    const purchaseId = await this.#rows.atomically(() => this.#commit(spender, claims, request, hash), spender.ownerId);
    this.#deps.reach("after-intent");
    return this.#follow(purchaseId);
  }

  /** Waits a few seconds for an outcome. The purchase continues whether or not anybody waits. */
  async #follow(purchaseId: string): Promise<string> {
    // Stored answers may still be read.
    const open = (await this.#rows.purchases.intentsOf(purchaseId)).filter(
      ({ intent_id, state }) => state === "intent" || state === "sent" || this.runner.isRunning(intent_id),
    );
    const isBasket = (await this.#rows.baskets.run(purchaseId)) !== undefined;
    const running = isBasket
      ? this.runner.baskets.run(purchaseId)
      : Promise.all(open.map((each) => this.runner.run(each.intent_id))).then(() => undefined);
    const waitMs = isBasket ? basketAnswerWithinMs : answerWithinMs;
    await withTimeLimit(this.#deps.clock, waitMs, running).catch(() => undefined);
    return purchaseId;
  }

  /** Inside a transaction that holds the owner, so that nothing it reads can change meanwhile. */
  async #commit(spender: Spender, claims: QuoteClaims, request: PurchaseRequest, hash: string): Promise<string> {
    const again = await this.#rows.purchases.purchaseOfToken(hash);
    if (again !== undefined) return again.purchase_id;
    const { action } = claims.plan;
    const { lines, left } = await this.#planner.terms(spender, action);
    const wanted = await Promise.all(
      lines.map((line) => Promise.all(line.left.units.map((each) => this.#wanted(spender, claims, each)))),
    );
    const fresh = wanted.map((line) => line.filter((each) => each.existingIntentId === undefined));
    const prices = fresh.map((line) => priceOf(line.map((each) => each.priced)).max);
    const price = prices.reduce((sum, each) => sum + each, 0);
    // What is owned of a basket may be listed no more.
    if (lines.some((line) => priceOf(line.left.units).max > 0 && !isListed(line))) {
      throw new PurchaseProblem(409, "not_deliverable", "The service does not deliver this. Nothing was run.");
    }
    if (!isWithin(claims.plan, prices) || !isWithin({ most: request.max_credits }, prices)) {
      throw new PurchaseProblem(409, "price_changed", `It costs ${price} now. Nothing was run.`);
    }
    const blocker = await spendingBlocker(this.#deps, this.#rows, spender, left, price);
    if (blocker !== null) throw new PurchaseProblem(409, blocker, blockerDetail[blocker]);
    const units = fresh.flat().map((each) => each.priced);
    const agent = await this.#permittedAgent(spender, action, await this.#chargeOf(spender, units));
    // A line of a basket has no runner before its turn.
    const runner = action.kind === "basket" ? { runner: null, lease_until: null } : taking(this.#deps);
    const create = async (each: IntentRequest, { snapshot }: PricedLine) => {
      const intentId = await this.#create(spender, each, { label: request.label ?? null, snapshot, runner });
      await this.#rows.agents.attribute(intentId, agent);
      return intentId;
    };
    const intentIds: string[] = [];
    for (const [at, line] of lines.entries()) {
      for (const each of wanted[at] ?? []) intentIds.push(each.existingIntentId ?? (await create(each, line)));
      intentIds.push(...line.left.joined);
      if (action.kind !== "basket") await this.#takeJoined(line.left.joined);
    }
    const purchaseId = this.#deps.chance.id("pur");
    const now = this.#deps.clock.nowMs();
    const { ownerId: owner_id, upstream } = spender;
    await this.#rows.purchases.insertPurchase(
      { purchase_id: purchaseId, owner_id, token_hash: hash, action: JSON.stringify(action), created_at: now },
      [...new Set(intentIds)],
    );
    if (action.kind === "basket") {
      const { runner, lease_until } = taking(this.#deps);
      const run = { purchase_id: purchaseId, owner_id, upstream, started_at: now, runner, lease_until };
      await this.#rows.baskets.startRun(run);
    }
    if (fresh.some((line) => line.length > 0)) await this.#keepKey(spender);
    return purchaseId;
  }

  /** A line that waits for its turn in a basket is run at once if it is also wanted alone. */
  async #takeJoined(intentIds: readonly string[]): Promise<void> {
    for (const intent_id of intentIds)
      await this.#rows.purchases.take({ intent_id, state: "intent" }, taking(this.#deps));
  }

  async #chargeOf(spender: Spender, units: readonly PricedUnit[]): Promise<Charge> {
    return {
      credits: priceOf(units).max,
      confirmAt: (await this.#rows.budget.budget(spender.ownerId)).confirm_at,
      nowMs: this.#deps.clock.nowMs(),
    };
  }

  async #needsConfirmation(spender: Spender, units: readonly PricedUnit[]): Promise<boolean> {
    const charge = await this.#chargeOf(spender, units);
    return spender.agent === undefined
      ? charge.credits > 0 && charge.credits >= charge.confirmAt
      : reachesThreshold(this.#rows.agents, spender.agent, charge);
  }

  /** Throws where a program may not spend this; undefined for a person. */
  async #permittedAgent({ agent }: Spender, action: PurchaseAction, charge: Charge): Promise<IntentAgent | undefined> {
    if (agent === undefined) return undefined;
    const permission = await agentPermission(this.#rows.agents, agent, { action, ...charge });
    if ("refusal" in permission) {
      throw new PurchaseProblem(409, permission.refusal, agentRefusals[permission.refusal]);
    }
    return { token_id: agent.tokenId, task_id: agent.taskId, approval_id: permission.approvalId };
  }

  /** The intent for a unit: an existing one that has not ended, a new one, or a new attempt of a failed one. */
  async #wanted(spender: Spender, claims: QuoteClaims, priced: PricedUnit): Promise<IntentRequest> {
    const { unit } = priced;
    const latest = await this.#planner.latest(spender, unit);
    const epoch = claims.epochs[unit.params] ?? this.#epochOf(latest, claims.plan.action.epoch === "again");
    if (latest === undefined || latest.epoch < epoch)
      return { priced, epoch, reopen: undefined, existingIntentId: undefined };
    if (latest.state === "failed" && latest.epoch === epoch)
      return { priced, epoch, reopen: latest, existingIntentId: undefined };
    return { priced, epoch, reopen: undefined, existingIntentId: latest.intent_id };
  }

  async #create(
    spender: Spender,
    wanted: IntentRequest,
    { label, snapshot, runner: { runner, lease_until } }: IntentContext,
  ): Promise<string> {
    const { unit, price } = wanted.priced;
    const now = this.#deps.clock.nowMs();
    const idempotency_key = idempotencyKey(spender, unit, wanted.epoch, this.#deps.serverKey);
    const credits = { credits_min: price.min, credits_max: price.max };
    const common = { key_id: spender.keyId, idempotency_key, ...credits, label, runner, lease_until };
    if (wanted.reopen !== undefined) {
      await this.#rows.purchases.reopen({ ...common, intent_id: wanted.reopen.intent_id, opened_at: now });
      return wanted.reopen.intent_id;
    }
    const intent_id = this.#deps.chance.id("int");
    await this.#rows.purchases.insert({
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
      subject: purchasables[unit.kind].subject(unit, snapshot),
    });
    return intent_id;
  }

  #epochOf(latest: IntentRow | undefined, again: boolean): number {
    if (latest === undefined) return 0;
    const over = latest.state === "stored" || latest.state === "unknown";
    return again && over ? latest.epoch + 1 : latest.epoch;
  }

  async #quoteOf(
    spender: Spender,
    action: PurchaseAction,
    { lines, left }: PricedPurchase,
    deliverable = true,
  ): Promise<Quote> {
    const now = this.#deps.clock.nowMs();
    const price = priceOf(left.units);
    const { balance, today, budget } = await moneyFacts(this.#rows, spender, now);
    const pauseMs = await this.keys.pauseMs(spender.keyId);
    const blocker = left.owned
      ? null
      : deliverable
        ? (left.blocked ??
          (await spendingBlocker(this.#deps, this.#rows, spender, left, price.max)) ??
          (pauseMs > 0 ? "rate_limited" : null))
        : "not_deliverable";
    // A basket has no second copies, which alone need them.
    const epochs = Object.fromEntries(
      await Promise.all(
        (action.kind === "basket" ? [] : left.units).map(async ({ unit }) => [
          unit.params,
          this.#epochOf(await this.#planner.latest(spender, unit), action.epoch === "again"),
        ]),
      ),
    );
    const plan: Plan = { action, most: price.max, lineMost: lines.map((line) => priceOf(line.left.units).max) };
    const expiresAtMs = now + quoteLifeMs;
    const { ownerId, keyId, upstream } = spender;
    const nonce = this.#deps.chance.id("q");
    const missingParts = [...new Set(lines.flatMap((line) => missingPartsOf(line.snapshot)))];
    const factCount =
      action.kind === "original" ? factCountOf(lines[0]?.snapshot ?? null, action.original_id) : undefined;
    return {
      token: signQuote({ ownerId, keyId, upstream, plan, epochs, expiresAtMs, nonce }, this.#deps.serverKey),
      action,
      price,
      requests: left.units.length,
      owned: left.owned,
      balance,
      balance_after: balance === null ? null : balance - price.max,
      needs_confirmation: await this.#needsConfirmation(spender, left.units),
      blocker,
      alternatives: left.owned ? [] : await this.#alternatives(spender, action, lines),
      ...(missingParts.length === 0 ? {} : { missing_parts: missingParts }),
      ...(factCount === undefined ? {} : { fact_count: factCount }),
      expires_at: new Date(expiresAtMs).toISOString(),
      spent_today: today,
      daily_cap: budget.daily_cap,
      monthly_cap: budget.monthly_cap,
      retry_at: pauseMs > 0 ? new Date(now + pauseMs).toISOString() : null,
    };
  }

  /** The lines of a basket, each with its price alone. Free. */
  priceLines(spender: Spender, lines: readonly SinglePurchase[]): Promise<BasketLine[]> {
    return eachInParallel(lines, parallelReads, (line) => this.#planner.priceLine(spender, line));
  }

  async #alternatives(spender: Spender, action: PurchaseAction, [line]: readonly PricedLine[]): Promise<Alternative[]> {
    if (action.kind === "basket" || line === undefined) return [];
    return alternativesFor(line.action, line.snapshot, this.#rows, spender);
  }

  async #refuseInsidePause(spender: Spender): Promise<void> {
    const pauseMs = await this.keys.pauseMs(spender.keyId);
    if (pauseMs === 0) return;
    throw new PurchaseProblem(429, "rate_limit_exceeded", "The service asked to wait. Nothing was sent.", {
      retry_after_seconds: Math.ceil(pauseMs / 1000),
    });
  }

  async #keepKey(spender: Spender): Promise<void> {
    const { keyId, ownerId, upstream } = spender;
    const sealed_key = this.#deps.sealKey(spender);
    await this.#rows.purchases.keepKey({ key_id: keyId, owner_id: ownerId, upstream, sealed_key });
  }
}

interface IntentContext {
  readonly label: string | null;
  readonly snapshot: DocumentSnapshot | null;
  readonly runner: Pick<IntentRow, "runner" | "lease_until">;
}

interface IntentRequest {
  readonly priced: PricedUnit;
  readonly epoch: number;
  readonly reopen: IntentRow | undefined;
  /** An existing intent, for which nothing new is reserved. */
  readonly existingIntentId: string | undefined;
}
