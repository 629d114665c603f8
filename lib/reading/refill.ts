import { jstDate } from "../contract/dates.ts";
import { DocumentId, SecurityCode } from "../contract/ids.ts";
import type { DocumentSummary } from "../contract/resources.ts";
import { type Refilled, type WorkbookScope, workbookBytesMax } from "../evidence/figures/index.ts";
import { RouteProblem } from "../owners/answers.ts";
import type { KeyOwner } from "../owners/owner.ts";
import { app } from "../running-app.ts";
import { callFreeEndpoint } from "../upstream/call-free.ts";
import { fetchPart, valueOf } from "./document-parts.ts";
import { type OwnedFiling, ownedFilings } from "./figures.ts";
import { figureRows, spreadsheet } from "./figures-files.ts";
import { packageAmong } from "./package-among.ts";

/** The changes that a refill would make with the owned packages, and the newer ones that are not owned. */
export interface RefillPlan extends Pick<Refilled, "added" | "changed" | "kept" | "apart"> {
  readonly toBuy: readonly {
    readonly documentId: string;
    readonly originalId: string;
    readonly title: string | null;
    readonly issuerName: string | null;
    readonly language: string | null;
  }[];
}

const issuersMax = 20;
const toBuyMax = 20;

export async function planRefill(request: Request, owner: KeyOwner): Promise<RefillPlan> {
  const bytes = await workbookOf(request);
  const scope = await scopeOf(bytes);
  const { added, changed, kept, apart } = await refill(request, owner, bytes, scope);
  return { added, changed, kept, apart, toBuy: await newerPackages(owner, scope) };
}

export async function refilledFile(request: Request, owner: KeyOwner): Promise<Response> {
  const bytes = await workbookOf(request);
  const refilled = await refill(request, owner, bytes, await scopeOf(bytes));
  return spreadsheet(refilled.bytes, "hiraku-figures");
}

async function workbookOf(request: Request): Promise<Uint8Array> {
  const bytes = new Uint8Array(await request.arrayBuffer());
  if (bytes.length > workbookBytesMax) throw refused("too_large");
  return bytes;
}

async function scopeOf(bytes: Uint8Array): Promise<WorkbookScope> {
  const scope = await app().figures.scope(bytes);
  if ("refused" in scope) throw refused(scope.refused);
  const issuers = scope.issuers.filter((code) => /^[0-9A-Z]{4,5}$/.test(code)).slice(0, issuersMax);
  if (issuers.length === 0) throw refused("missing_facts");
  return { ...scope, issuers };
}

async function refill(request: Request, owner: KeyOwner, bytes: Uint8Array, { issuers }: WorkbookScope) {
  const rows = (await figureRows({ request, owner }, { securityCodes: issuers })) ?? [];
  const refilled = await app().figures.refill({ bytes, rows, today: jstDate(Date.now()) });
  if ("refused" in refilled) throw refused(refilled.refused);
  return refilled;
}

/** Documents of the kinds that the workbook was made from, published after the newest of them. */
async function newerPackages(owner: KeyOwner, { issuers, documents }: WorkbookScope): Promise<RefillPlan["toBuy"]> {
  const { filings, unread } = await ownedFilings(owner, { securityCodes: issuers });
  const own = filings.filter(({ documentId }) => documents.includes(documentId));
  const types = [...new Set(own.flatMap(({ type }) => type ?? []))];
  if (types.length === 0) return [];
  const owned = new Set([...filings, ...unread].map(({ documentId }) => documentId));
  const { documents: listed } = await callFreeEndpoint(owner.upstream, "listDocuments", {
    security_codes: issuers.map((code) => SecurityCode.parse(code)),
    document_types: types,
    timeline_since: jstDate(Date.parse(newestOf(own))),
    limit: 100,
  });
  const newer = listed.filter((each) => isNewer(each, own) && !owned.has(each.document_id)).slice(0, toBuyMax);
  const found = await Promise.all(
    newer.map(async (document) => {
      const listed = valueOf(await fetchPart(owner, DocumentId.parse(document.document_id), "originals"));
      const original = packageAmong(listed?.originals ?? [], document);
      return original === undefined || original.fact_count === 0 ? [] : [toBuy(document, original.original_id)];
    }),
  );
  return found.flat();
}

const newestOf = (filings: readonly OwnedFiling[]) =>
  filings.map(({ filedAt }) => filedAt).reduce((a, b) => (a > b ? a : b));

/** Newer than what the workbook has of the same issuer. */
function isNewer(
  { security_code, timeline_at, content_status }: DocumentSummary,
  own: readonly OwnedFiling[],
): boolean {
  const same = own.filter(({ securityCode }) => securityCode === security_code);
  return (
    content_status === "ready" && (same.length === 0 || Date.parse(timeline_at ?? "") > Date.parse(newestOf(same)))
  );
}

function toBuy(document: DocumentSummary, originalId: string): RefillPlan["toBuy"][number] {
  const { document_id: documentId, title, issuer_name: issuerName, language } = document;
  return { documentId, originalId, title, issuerName, language };
}

function refused(reason: string): RouteProblem {
  if (reason === "missing_facts") {
    return new RouteProblem({
      status: 422,
      code: "workbook_without_keys",
      detail: "The workbook has no keys of figures: download the figures again.",
    });
  }
  if (reason === "too_large" || reason === "memory_exceeded" || reason === "deadline_exceeded") {
    return new RouteProblem({ status: 413, code: "payload_too_large", detail: "The workbook is too large to refill." });
  }
  return new RouteProblem({
    status: 422,
    code: "workbook_unreadable",
    detail: "The file can't be read as a workbook.",
  });
}
