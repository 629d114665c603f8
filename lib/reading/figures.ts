import type { DocumentId } from "../contract/ids.ts";
import type { DocumentSummary, Original } from "../contract/resources.ts";
import { readStoredAnswer } from "../contract/tolerant.ts";
import { type Figures, readerVersion, unpackFigures } from "../evidence/figures/index.ts";
import { retryMsOf } from "../kit/workers/errors.ts";
import type { KeyOwner, Owner } from "../owners/owner.ts";
import { app } from "../running-app.ts";
import type { Spender } from "../spending/ports.ts";
import { spenderOf } from "../spending/purchases.ts";
import { artifactFiguresRows, type OwnedPackageRow } from "../store/artifact-figures.ts";
import type { UpstreamProblem } from "../upstream/problem-error.ts";
import { partOrStored, valueOf } from "./document-parts.ts";
import { packageAmong } from "./package-among.ts";

/** The figures of packages that the owner has bought. Never buys anything. */

export interface Filed {
  readonly documentId: string;
  readonly securityCode: string | null;
  /** RFC 3339, or when it was bought where the service tells no time. */
  readonly filedAt: string;
}

export interface OwnedFiling extends Filed {
  readonly originalId: string;
  readonly title: string | null;
  readonly type: string | null;
  readonly issuerName: string | null;
  /** Of the package's bytes. */
  readonly sha256: string;
  readonly figures: Figures;
}

export interface UnreadPackage extends Filed {
  readonly originalId: string;
  readonly title: string | null;
  /** "damaged" where the stored bytes are missing, "busy" where too many wait to be read, else the archive's refusal. */
  readonly reason: string;
}

/** More packages than anybody compares at once. */
const packagesMax = 400;

/** Which packages are read: reading all of a large library would take seconds. */
export interface WhichFilings {
  readonly documentId?: string;
  /** Of none: of all issuers. */
  readonly securityCodes?: readonly string[];
  /** With the other packages of the document's issuer, which may restate its figures. */
  readonly sameIssuer?: boolean;
}

export interface OwnedFilings {
  readonly filings: readonly OwnedFiling[];
  readonly unread: readonly UnreadPackage[];
}

/** Later filings of the same issuer may say something else of the same period; the newest is the last. */
export function laterThan({ filings, unread }: OwnedFilings, { filedAt, securityCode }: Filed): OwnedFilings {
  const isLater = (each: Filed) => each.filedAt > filedAt && each.securityCode === securityCode;
  return { filings: filings.filter(isLater).reverse(), unread: unread.filter(isLater) };
}

/** Owned packages with figures, newest first. */
export function ownedFilings(owner: KeyOwner, which: WhichFilings): Promise<OwnedFilings> {
  return ownedFilingsOf(spenderOf(owner), which);
}

/** The same for whoever acts for an owner. */
export async function ownedFilingsOf(reader: PackageReader, which: WhichFilings): Promise<OwnedFilings> {
  const all = await ownedPackages(reader);
  const own = all.find(({ document_id }) => document_id === which.documentId);
  const codes = which.sameIssuer === true ? [own?.security_code ?? ""] : (which.securityCodes ?? []);
  const packages = all.filter((row) => {
    if (which.documentId === row.document_id) return true;
    if (which.documentId !== undefined && which.sameIssuer !== true) return false;
    return (codes.length === 0 || codes.includes(row.security_code ?? "")) && (codes[0] !== "" || row === own);
  });
  const filings: OwnedFiling[] = [];
  const unread: UnreadPackage[] = [];
  for (const row of packages) {
    const { original_id: originalId, title } = row;
    const read = await figuresOf(row);
    if ("reason" in read) unread.push({ ...filedOf(row), originalId, title, reason: read.reason });
    else if (read.figures.facts.length > 0) filings.push(filingOf(row, read.figures));
  }
  return { filings: filings.sort((a, b) => (a.filedAt < b.filedAt ? 1 : a.filedAt > b.filedAt ? -1 : 0)), unread };
}

/** Issuers of owned packages, with how many; nothing is unpacked for it. */
export async function issuersOfPackages(owner: Owner): Promise<{ code: string; name: string | null; count: number }[]> {
  const issuers = new Map<string, { code: string; name: string | null; count: number }>();
  for (const { security_code: code, issuer_name: name } of await ownedPackages(spenderOf(owner))) {
    if (code === null) continue;
    const known = issuers.get(code) ?? { code, name, count: 0 };
    issuers.set(code, { ...known, name: known.name ?? name, count: known.count + 1 });
  }
  return [...issuers.values()].sort((a, b) => b.count - a.count || (a.code < b.code ? -1 : 1));
}

/** Of the bytes of every owned package. */
export async function ownedPackageHashes(owner: Owner): Promise<ReadonlySet<string>> {
  return new Set((await ownedPackages(spenderOf(owner))).map(({ sha256 }) => sha256));
}

type PackageReader = Pick<Spender, "ownerId" | "upstream">;

async function ownedPackages({ ownerId, upstream }: PackageReader): Promise<OwnedPackageRow[]> {
  return artifactFiguresRows(app().store).ownedPackages(ownerId, upstream, packagesMax);
}

function filedOf(row: OwnedPackageRow): Filed {
  const summary = readStoredAnswer("getDocument", row.summary);
  const filedAt = summary?.timeline_at ?? new Date(row.stored_at).toISOString();
  return { documentId: row.document_id, securityCode: row.security_code, filedAt };
}

function filingOf(row: OwnedPackageRow, figures: Figures): OwnedFiling {
  return {
    ...filedOf(row),
    originalId: row.original_id,
    title: row.title,
    type: row.document_type,
    issuerName: row.issuer_name,
    sha256: row.sha256,
    figures,
  };
}

/** A busy machine may have been why a package was not read within its time; one that never is must not hold its thread. */
const retryAfterMs = 3_600_000;

/** Read once and stored with the package; again where the bytes or the reader changed. */
async function figuresOf(
  row: Pick<OwnedPackageRow, "artifact_id" | "sha256">,
): Promise<{ figures: Figures } | { reason: string }> {
  const rows = artifactFiguresRows(app().store);
  const known = await rows.find(row.artifact_id);
  const isLate = known?.refused === "deadline_exceeded" && known.read_at + retryAfterMs <= Date.now();
  if (known !== undefined && known.sha256 === row.sha256 && known.reader === readerVersion && !isLate) {
    return known.figures === null ? { reason: known.refused ?? "" } : { figures: unpackFigures(known.figures) };
  }
  const bytes = await app().purchases.deps.bodies.read(row.sha256);
  if (bytes === undefined) return { reason: "damaged" };
  const read = await app().figures.read(bytes).catch(busy);
  if (read === "busy") return { reason: read };
  const isRead = "packed" in read;
  await rows.put({
    artifact_id: row.artifact_id,
    sha256: row.sha256,
    reader: readerVersion,
    fact_count: isRead ? read.factCount : 0,
    figures: isRead ? read.packed : null,
    refused: isRead ? null : read.refused,
    read_at: Date.now(),
  });
  return isRead ? { figures: unpackFigures(read.packed) } : { reason: read.refused };
}

/** Not noted with the package: it is read another time. */
function busy(error: unknown): "busy" {
  if (retryMsOf(error) === undefined) throw error;
  return "busy";
}

export type DocumentFigures = {
  readonly document: DocumentSummary;
  /** The package: undefined where the document has none. */
  readonly original: Original | undefined;
} & (
  | { readonly state: "none" }
  | { readonly state: "unbought" }
  | { readonly state: "unread"; readonly originalId: string; readonly reason: string }
  | { readonly state: "read"; readonly originalId: string; readonly figures: Figures }
);

export async function findFigures(
  owner: Owner,
  documentId: DocumentId,
): Promise<DocumentFigures | { readonly problem: UpstreamProblem }> {
  const [document, listed] = await Promise.all([
    partOrStored(owner, documentId, "summary"),
    partOrStored(owner, documentId, "originals"),
  ]);
  if ("problem" in document) return document;
  const original = packageAmong(valueOf(listed)?.originals ?? [], document.value);
  const about = { document: document.value, original };
  const owned = (await ownedPackages(spenderOf(owner))).find(({ document_id }) => document_id === documentId);
  if (owned !== undefined) {
    const read = await figuresOf(owned);
    const originalId = owned.original_id;
    return "reason" in read
      ? { ...about, state: "unread", originalId, reason: read.reason }
      : { ...about, state: "read", originalId, figures: read.figures };
  }
  if (original !== undefined) return { ...about, state: "unbought" };
  // Without a list nobody knows whether there is a package.
  if ("problem" in listed && listed.problem.status >= 500) return listed;
  return { ...about, state: "none" };
}
