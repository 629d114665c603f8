import { z } from "zod";
import { jstDateTime } from "../../contract/dates.ts";
import type { ArtifactRow } from "../../store/artifacts.ts";
import type { LineRow } from "../../store/purchase-lines.ts";
import { type IntentRow, intentStates } from "../../store/purchases.ts";
import { purchaseKinds } from "../../text/purchase-kinds.ts";
import { cutAtBound } from "../engine/storing.ts";
import { isQuestion, questionUnit } from "../kinds/questions.ts";
import { sectionsOf } from "../kinds/unit.ts";
import type { PurchaseStore, Spender, SpendingDeps } from "../ports.ts";
import { parseAction } from "../pricing/actions.ts";
import { missingPartsOf, snapshotOfRow } from "../pricing/document-facts.ts";
import { awaitingCheck, flawOf } from "../pricing/first-reading.ts";
import { moneyFacts } from "../pricing/money-facts.ts";
import type { AppProblem, CreditsView, IntentView, LedgerRow, PurchaseView } from "../wire.ts";
import { lineOutcomes } from "./basket-lines.ts";
import { storedAnswer } from "./owned.ts";

/** Views of store rows for the browser: selected fields, and only of the owner's rows. */

/** Undefined for another owner's purchase, as for one that doesn't exist. */
export async function purchaseView(
  deps: SpendingDeps,
  rows: PurchaseStore,
  spender: Pick<Spender, "ownerId" | "upstream" | "keyId">,
  purchaseId: string,
): Promise<PurchaseView | undefined> {
  const purchase = await rows.purchases.purchase(purchaseId);
  if (purchase === undefined || purchase.owner_id !== spender.ownerId) return undefined;
  const action = parseAction(JSON.parse(purchase.action));
  const bought = await rows.purchases.intentsOf(purchaseId);
  const artifacts = await Promise.all(bought.map((row) => artifactOf(rows, row)));
  const intents = await Promise.all(bought.map((row, at) => intentView(rows, row, artifacts[at])));
  const isRead = artifacts.every((each) => each?.unreadable !== awaitingCheck);
  const done = isRead && intents.every((each) => each.state !== "intent" && each.state !== "sent");
  const missingParts = "document_id" in action ? await missingInStore(rows, spender, action.document_id) : [];
  const view: PurchaseView = {
    purchase_id: purchaseId,
    action,
    ...(missingParts.length === 0 ? {} : { missing_parts: missingParts }),
    done,
    intents,
    credits_charged: intents.reduce((sum, each) => sum + (each.credits ?? 0), 0),
    balance: (await rows.purchases.keyState(spender.keyId))?.balance ?? null,
  };
  if (action.kind === "basket") {
    const run = await rows.baskets.run(purchaseId);
    const documents = [...new Set(action.lines.flatMap((line) => ("document_id" in line ? line.document_id : [])))];
    const found = await Promise.all(documents.map((id) => storedSnapshot(rows, spender, id)));
    const snapshots = new Map(documents.map((id, at) => [id, found[at] ?? null]));
    const lines = lineOutcomes(action, bought, intents, (line) =>
      "document_id" in line ? (snapshots.get(line.document_id) ?? null) : null,
    );
    return { ...view, done: run?.ended_at != null, lines, stopped: run?.stopped_at != null };
  }
  if (!done || !("input" in action)) return view;
  const answer = await storedAnswer(deps, rows, spender, questionUnit(action));
  return answer === null ? view : { ...view, answer };
}

async function missingInStore(rows: PurchaseStore, reader: Reader, documentId: string): Promise<readonly string[]> {
  const snapshot = await storedSnapshot(rows, reader, documentId);
  return snapshot === null ? [] : missingPartsOf(snapshot);
}

type Reader = Pick<Spender, "ownerId" | "upstream">;

async function storedSnapshot(rows: PurchaseStore, { ownerId, upstream }: Reader, documentId: string) {
  const row = await rows.artifacts.snapshot(ownerId, upstream, documentId);
  return row === undefined ? null : snapshotOfRow(row);
}

async function artifactOf(rows: PurchaseStore, row: IntentRow): Promise<ArtifactRow | undefined> {
  return row.state === "stored" ? await rows.artifacts.artifactOfIntent(row.intent_id) : undefined;
}

async function intentView(rows: PurchaseStore, row: IntentRow, artifact: ArtifactRow | undefined): Promise<IntentView> {
  const stored = row.state === "stored";
  const flaw = artifact === undefined ? null : flawOf(artifact);
  return {
    intent_id: row.intent_id,
    state: row.state,
    credits: stored ? ((await rows.ledger.entryOf(row.intent_id))?.credits ?? null) : row.state === "failed" ? 0 : null,
    credits_max: row.credits_max,
    ...(row.page_number === null ? {} : { page_number: row.page_number }),
    ...(flaw === null ? {} : { unreadable: true }),
    ...(flaw === cutAtBound ? { incomplete: true } : {}),
    error: problemOf(row.error),
  };
}

const recentMax = 6;

export async function creditsView(
  rows: PurchaseStore,
  spender: Pick<Spender, "ownerId" | "upstream" | "keyId">,
  now: { nowMs: number; pauseMs: number },
): Promise<CreditsView> {
  const [{ balance, today, month, budget }, unknown, lines, basketCount] = await Promise.all([
    moneyFacts(rows, spender, now.nowMs),
    rows.library.unknown(spender.ownerId),
    rows.library.lines({ owner_id: spender.ownerId, limit: recentMax }),
    rows.baskets.count(spender),
  ]);
  return {
    balance,
    spent_today: today,
    spent_month: month,
    daily_cap: budget.daily_cap,
    monthly_cap: budget.monthly_cap,
    confirm_at: budget.confirm_at,
    rate_limited_until: now.pauseMs > 0 ? new Date(now.nowMs + now.pauseMs).toISOString() : null,
    unknown_count: unknown.count,
    unknown_max: unknown.credits,
    basket_count: basketCount,
    recent: lines.map(ledgerRow),
  };
}

export function ledgerRow(line: LineRow): LedgerRow {
  const kind = KindSchema.parse(line.kind);
  const sections = sectionsOf({ kind, params: line.params });
  return {
    intent_id: line.intent_id,
    at: jstDateTime(line.charged_at),
    opened_at: jstDateTime(line.opened_at),
    kind,
    document_id: line.document_id,
    document_title: line.title,
    security_code: line.security_code,
    issuer_name: line.issuer_name,
    issuer_name_en: line.issuer_name_en,
    subject: line.subject,
    credits: line.state === "failed" ? 0 : line.credits,
    balance: line.balance,
    label: line.label,
    state: StateSchema.parse(line.state),
    credits_max: line.credits_max,
    section_id: sections.length === 1 ? (sections[0] ?? null) : null,
    page_number: line.page_number,
    original_id: line.original_id,
    input: isQuestion(kind) ? inputOf(line.params) : null,
    hit_count: line.hit_count,
    error_code: problemOf(line.error)?.code ?? null,
    incomplete: line.unreadable === cutAtBound,
    agent:
      line.agent_name === null && line.task_id === null
        ? null
        : { token_name: line.agent_name, task_id: line.task_id, task_title: line.task_title },
  };
}

export const KindSchema = z.enum(purchaseKinds);
export const StateSchema = z.enum(intentStates);

export function inputOf(params: string): Readonly<Record<string, unknown>> {
  return z.record(z.string(), z.unknown()).parse(JSON.parse(params));
}

const ProblemSchema = z.object({
  status: z.number(),
  code: z.string(),
  detail: z.string(),
  instance: z.string().nullable(),
  retry_after_seconds: z.number().nullable(),
  credits_required: z.number().exactOptional(),
  credits_remaining: z.number().exactOptional(),
});

function problemOf(text: string | null): AppProblem | null {
  return text === null ? null : (ProblemSchema.safeParse(JSON.parse(text)).data ?? null);
}
