import { randomBytes } from "node:crypto";
import { jstDateTime } from "../../contract/dates.ts";
import { readStoredAnswer } from "../../contract/tolerant.ts";
import { deliveredTexts } from "../../evidence/receipts/delivered-texts.ts";
import type { Receipt } from "../../evidence/receipts/receipt.ts";
import { issueReceiptFor } from "../../evidence/receipts/receipts.ts";
import { signRecord } from "../../evidence/receipts/signing-keys.ts";
import type { App } from "../../running-app.ts";
import { PurchaseProblem } from "../../spending/problems.ts";
import { addCheck } from "../../store/checks.ts";
import type { CitedDocument } from "../../store/cited.ts";
import { readListedDocument } from "../../text/format/free-lists.ts";
import type { CheckedDraft } from "./check-draft.ts";
import type { Draft } from "./draft.ts";
import type { Reader } from "./owned-evidence.ts";
import { type CheckProof, makeCheckProof } from "./proof.ts";

/** Stores a check because its owner says so: the draft, and one signed record. Nothing here calls the service. */
type Parts = Pick<App, "store" | "signing"> & { readonly purchases: Pick<App["purchases"], "deps" | "rows"> };

export async function storeCheck(
  parts: Parts,
  reader: Reader,
  { draft, checked, title }: { readonly draft: Draft; readonly checked: CheckedDraft; readonly title: string },
): Promise<string> {
  const { deps } = parts.purchases;
  const startedAt = deps.clock.nowMs();
  const proven = await receiptsOf(parts, reader, checked);
  const checkId = randomBytes(12).toString("base64url");
  const issuedAt = deps.clock.nowMs();
  const record = makeCheckProof(draft, checked, {
    ...{ checkId, title, service: reader.upstream, issuedAt: new Date(issuedAt).toISOString() },
    receipts: new Map([...proven].map(([claim, { receipt }]) => [claim, receipt])),
    ...(await purchasesOf(parts, reader, checked)),
  });
  const receipts = new Map(
    [...proven.values()].map(({ receipt_id, receipt }) => [
      receipt_id,
      { receipt_id, made_here: Date.parse(receipt.issued_at) >= startedAt ? (1 as const) : (0 as const) },
    ]),
  );
  const isStored = await addCheck(
    parts.store,
    {
      ...{ check_id: checkId, owner_id: reader.ownerId, upstream: reader.upstream, title, made_at: issuedAt },
      draft: JSON.stringify(draft),
      record: JSON.stringify(signRecord(record, parts.signing.all())),
    },
    { receipts: [...receipts.values()], documents: await documentsOf(parts, reader, checked) },
  );
  if (!isStored) throw new PurchaseProblem(409, "checks_full", "This library holds 1,000 checks.");
  return checkId;
}

/** By claim, a receipt for the filing's own words; a row that can't be proved word for word has none. */
async function receiptsOf(parts: Parts, reader: Reader, { claims }: CheckedDraft) {
  const proven = new Map<string, { receipt_id: string; receipt: Receipt }>();
  const known = new Map<string, { receipt_id: string; receipt: Receipt } | undefined>();
  for (const { id, place, words } of claims) {
    if (place?.section_id == null || words === null || words.trim() === "") continue;
    const { document_id, section_id } = place;
    const key = JSON.stringify([document_id, section_id, words]);
    if (!known.has(key)) known.set(key, await receiptFor(parts, reader, { document_id, section_id, quote: words }));
    const found = known.get(key);
    if (found !== undefined) proven.set(id, found);
  }
  return proven;
}

const unproven: ReadonlySet<string> = new Set(["quote_not_owned", "quote_not_found", "quote_too_long"]);

async function receiptFor(
  parts: Parts,
  reader: Reader,
  selection: { readonly document_id: string; readonly section_id: string; readonly quote: string },
) {
  try {
    return await issueReceiptFor(parts, reader, { ...selection, before: "" });
  } catch (error) {
    if (error instanceof PurchaseProblem && unproven.has(error.problem.code)) return undefined;
    throw error;
  }
}

async function purchasesOf({ purchases: { deps, rows } }: Parts, reader: Reader, { looked_in }: CheckedDraft) {
  const lookedIn: CheckProof["looked_in"] = [];
  const purchases: CheckProof["purchases"] = [];
  for (const { document_id, title, package: hasPackage } of looked_in) {
    const texts = (await deliveredTexts(deps, rows, reader, document_id)).map(({ artifact }) => artifact);
    const files = hasPackage
      ? await rows.artifacts.artifactsOfDocument(reader.ownerId, reader.upstream, document_id)
      : [];
    const artifacts = [
      ...texts,
      ...files.filter(({ kind, media_type }) => kind === "original" && /zip/u.test(media_type ?? "")),
    ];
    lookedIn.push({ document_id, title, delivered: [...new Set(artifacts.map(({ sha256 }) => sha256))] });
    for (const intent of new Set(artifacts.map(({ intent_id }) => intent_id))) {
      const entry = await rows.ledger.entryOf(intent);
      if (entry === undefined || purchases.some((each) => each.entry === intent)) continue;
      const { at, request_id, credits } = entry;
      purchases.push({ entry: intent, document_id, at: jstDateTime(at), request_id, credits });
    }
  }
  return { lookedIn, purchases };
}

/** As the documents behind the verdicts were known when it was checked: what they become is reported later. */
async function documentsOf({ purchases: { rows } }: Parts, reader: Reader, { claims }: CheckedDraft) {
  const documents: CitedDocument[] = [];
  for (const document_id of new Set(claims.flatMap(({ place }) => place?.document_id ?? []))) {
    const card = await rows.artifacts.snapshot(reader.ownerId, reader.upstream, document_id);
    const known = readStoredAnswer("getDocument", card?.summary ?? null);
    const [listed] = known === null || known === undefined ? [] : readListedDocument(known);
    if (known == null || listed === undefined) continue;
    documents.push({
      ...{ document_id, upstream: reader.upstream, document: JSON.stringify(listed), withdrawn: 0 },
      amended_by: known.amended_by_document_id,
      superseded_by: known.superseded_by_document_id,
    });
  }
  return documents;
}
