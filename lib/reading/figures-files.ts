import { DocumentId } from "../contract/ids.ts";
import { type ExportRow, exportRows, restatements, toCsv } from "../evidence/figures/index.ts";
import { ownOrigin } from "../kit/hosts.ts";
import { PoolBusyError } from "../kit/workers/errors.ts";
import { RouteProblem } from "../owners/answers.ts";
import type { KeyOwner } from "../owners/owner.ts";
import { app } from "../running-app.ts";
import { ownedDocument } from "../spending/library/owned.ts";
import { spenderOf } from "../spending/purchases.ts";
import { fetchPart, valueOf } from "./document-parts.ts";
import { type FigurePlace, figurePlaces } from "./figure-places.ts";
import { laterThan, type OwnedFiling, ownedFilings } from "./figures.ts";

/** Figures of owned packages as the rows of a file. Undefined where the document's package isn't owned. */
export async function figureRows(
  { request, owner }: { readonly request: Request; readonly owner: KeyOwner },
  which: { readonly documentId: string } | { readonly securityCodes: readonly string[] },
): Promise<ExportRow[] | undefined> {
  const all = await ownedFilings(owner, "documentId" in which ? { ...which, sameIssuer: true } : which);
  // A file that lacks what was only not read yet would not say so.
  if (all.unread.some(({ reason }) => reason === "busy")) throw new PoolBusyError(0);
  const chosen = all.filings.filter(({ documentId }) => !("documentId" in which) || documentId === which.documentId);
  if (chosen.length === 0) return undefined;
  const origin = ownOrigin(request.headers.get("host") ?? "", app().settings.publicOrigin);
  const rows: ExportRow[] = [];
  for (const filing of chosen) {
    const later = laterThan(all, filing);
    const placeOf = await storedPlaces(owner, filing);
    rows.push(
      ...exportRows({
        issuer: [filing.securityCode, filing.issuerName].filter(Boolean).join(" "),
        document: [filing.documentId, filing.title].filter(Boolean).join(" "),
        figures: filing.figures,
        restated: restatements(filing.figures, later.filings),
        unreadLater: later.unread,
        linkOf: (fact) => origin + placeOf(fact).href,
      }),
    );
  }
  return rows;
}

/**
 * By the table of contents that is stored with the purchase. Where only the package was bought there is none yet: it is
 * asked for, which is free, and kept, so that figures lead to their places while the service does not answer.
 */
export async function storedPlaces(
  owner: KeyOwner,
  { documentId, figures }: Pick<OwnedFiling, "documentId" | "figures">,
): Promise<(fact: OwnedFiling["figures"]["facts"][number]) => FigurePlace> {
  const spender = spenderOf(owner);
  const { purchaseService, rows } = app().purchases;
  const id = DocumentId.parse(documentId);
  const stored = await purchaseService.snapshots.find(spender.ownerId, spender.upstream, id);
  const toc = stored?.toc ?? valueOf(await fetchPart(owner, id, "toc"));
  if (toc !== null && stored?.toc == null) {
    await rows.artifacts.noteToc(spender.ownerId, spender.upstream, documentId, JSON.stringify(toc));
  }
  return figurePlaces(documentId, figures, toc, await ownedDocument(rows, spender, documentId));
}

/** As the request's `format` asks: a text for any program, or a spreadsheet. */
export async function figuresFile(request: Request, rows: readonly ExportRow[], name: string): Promise<Response> {
  const format = new URL(request.url).searchParams.get("format") ?? "csv";
  // An id may hold only letters, digits and a few signs, so it is safe as a name.
  if (format === "xlsx") {
    return spreadsheet(await app().figures.workbook(rows), `hiraku-${name}`);
  }
  if (format !== "csv") {
    throw new RouteProblem({ status: 422, code: "validation", detail: "format is csv or xlsx." });
  }
  return new Response(toCsv(rows), { headers: headersOf("text/csv; charset=utf-8", `hiraku-${name}.csv`) });
}

const spreadsheetType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

export function spreadsheet(bytes: Uint8Array, name: string): Response {
  return new Response(Uint8Array.from(bytes), { headers: headersOf(spreadsheetType, `${name}.xlsx`) });
}

function headersOf(mediaType: string, fileName: string): Record<string, string> {
  return {
    "Content-Type": mediaType,
    "Content-Disposition": `attachment; filename="${fileName}"`,
    "Cache-Control": "private, no-store",
    "X-Content-Type-Options": "nosniff",
  };
}
