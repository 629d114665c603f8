import { randomBytes } from "node:crypto";
import { receiptOf } from "../../evidence/receipts/receipts.ts";
import { signRecord } from "../../evidence/receipts/signing-keys.ts";
import { RouteProblem } from "../../owners/answers.ts";
import type { Owner } from "../../owners/owner.ts";
import { app } from "../../running-app.ts";
import type { PurchaseStore } from "../../spending/ports.ts";
import {
  type DossierRow,
  findDossier,
  findSharedDossier,
  keepDossier,
  noteRecheck,
  shareDossier,
  unshareDossier,
} from "../../store/dossiers.ts";
import { callFreeEndpoint } from "../../upstream/call-free.ts";
import { Dossier, type DossierSources, documentsOf, intentsOf, makeDossier } from "./dossier.ts";
import { type Recheck, readRecheck, recheckDossier } from "./recheck.ts";
import type { AnswerRun } from "./record.ts";
import { type SharedDossier, sharedView } from "./shared-view.ts";

/** Dossiers of an owner's answers: signed once, shared by their address, checked again for nothing. */
export interface KeptDossier {
  readonly dossier: Dossier;
  /** The file as it is downloaded and hashed. */
  readonly file: string;
  readonly share_id: string | null;
  readonly recheck: Recheck | null;
}

/** An answer of an owner; another's is answered like one that doesn't exist. */
export interface AskedAnswer {
  readonly owner: Owner;
  readonly answerId: string;
  readonly find: (owner: Owner, answerId: string) => Promise<AnswerRun | undefined>;
}

export type DossierState = Pick<KeptDossier, "share_id" | "recheck">;

/** Signs it where that has not been done. Asks the service, for nothing, what amends the documents now. */
export async function dossierOf({ owner, answerId, find }: AskedAnswer): Promise<KeptDossier> {
  const known = await findDossier(app().store, owner.ownerId, answerId);
  if (known !== undefined) return keptDossier(known);
  const run = await find(owner, answerId);
  if (run === undefined) throw noAnswer();
  if (run.ended_at === null || run.state === "planned" || run.state === "running") {
    throw new RouteProblem({
      status: 409,
      code: "answer_running",
      detail: "A proof file is signed when the answer has ended.",
    });
  }
  const { rows, deps } = app().purchases;
  const nowMs = deps.clock.nowMs();
  const issuedAt = new Date(nowMs).toISOString();
  const before = documentsOf(run).map((document_id) => {
    const passage = run.passages.find((each) => each.document_id === document_id);
    const { amended_by_document_id = null, superseded_by_document_id = null } = passage ?? {};
    return { document_id, amended_by_document_id, superseded_by_document_id, checked_at: null };
  });
  const checked = await recheckDossier(before, (document_id) => documentNow(owner, document_id), issuedAt);
  const unsigned = makeDossier(run, {
    service: owner.upstream.baseUrl,
    issuedAt,
    amendments: checked.documents.map(({ document_id, answered, ...now }) => ({
      document_id,
      amended_by_document_id: now.amended_by_document_id,
      superseded_by_document_id: now.superseded_by_document_id,
      checked_at: answered ? issuedAt : null,
    })),
    ...(await sourcesOf(rows, run)),
  });
  const row = await keepDossier(app().store, {
    answer_id: answerId,
    owner_id: owner.ownerId,
    upstream: owner.upstream.baseUrl,
    record: JSON.stringify(signRecord(unsigned, app().signing.all())),
    issued_at: nowMs,
  });
  if (row === undefined) throw noAnswer();
  return keptDossier(row);
}

async function sourcesOf(
  rows: PurchaseStore,
  run: AnswerRun,
): Promise<Pick<DossierSources, "receipts" | "requestIds">> {
  const ids = [...new Set(run.passages.flatMap(({ receipt_id }) => receipt_id ?? []))];
  const intents = intentsOf(run);
  const [receipts, entries] = await Promise.all([
    Promise.all(ids.map(async (id) => [id, await receiptOf(id)] as const)),
    Promise.all(intents.map(async (id) => [id, (await rows.ledger.entryOf(id))?.request_id ?? null] as const)),
  ]);
  const found = receipts.flatMap(([id, receipt]) => (receipt === undefined ? [] : [[id, receipt] as const]));
  return { receipts: new Map(found), requestIds: new Map(entries) };
}

/** Returns the address under which any signed-in reader sees it. */
export async function shareOwnDossier(asked: AskedAnswer): Promise<string> {
  await dossierOf(asked);
  const shareId = randomBytes(15).toString("base64url");
  const { answerId } = asked;
  return shareDossier(app().store, { answerId, shareId, at: app().purchases.deps.clock.nowMs() });
}

export async function unshareOwnDossier({ owner, answerId, find }: AskedAnswer): Promise<void> {
  if ((await find(owner, answerId)) === undefined) throw noAnswer();
  await unshareDossier(app().store, owner.ownerId, answerId);
}

/** Signs nothing. */
export async function dossierState({ owner, answerId, find }: AskedAnswer): Promise<DossierState> {
  const known = await findDossier(app().store, owner.ownerId, answerId);
  if (known === undefined && (await find(owner, answerId)) === undefined) throw noAnswer();
  return { share_id: known?.share_id ?? null, recheck: readRecheck(known?.recheck ?? null) };
}

/** Asks the service again, for nothing, what has been amended or superseded since the dossier was signed. */
export async function recheckOwnDossier(asked: AskedAnswer): Promise<Recheck> {
  const { owner, answerId } = asked;
  const { dossier } = await dossierOf(asked);
  const at = new Date(app().purchases.deps.clock.nowMs()).toISOString();
  const found = await recheckDossier(dossier.amendments, (document_id) => documentNow(owner, document_id), at);
  await noteRecheck(app().store, answerId, JSON.stringify(found));
  return found;
}

/** Undefined where it is not shared, or never was. */
export async function sharedDossier(reader: Owner, shareId: string): Promise<SharedDossier | undefined> {
  const row = await findSharedDossier(app().store, shareId);
  if (row === undefined) return undefined;
  return sharedView(reader, keptDossier(row));
}

function documentNow(owner: Owner, document_id: string) {
  return callFreeEndpoint(owner.upstream, "getDocument", { document_id });
}

function keptDossier(row: DossierRow): KeptDossier {
  const record: unknown = JSON.parse(row.record);
  return {
    dossier: Dossier.parse(record),
    file: `${JSON.stringify(record, null, 2)}\n`,
    share_id: row.share_id,
    recheck: readRecheck(row.recheck),
  };
}

function noAnswer(): RouteProblem {
  return new RouteProblem({ status: 404, code: "not_found", detail: "Answer not found." });
}
