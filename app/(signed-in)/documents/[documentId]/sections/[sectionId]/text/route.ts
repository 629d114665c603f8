import { privateJson, RouteProblem } from "@/lib/auth/answers";
import { ownerRoute } from "@/lib/auth/owner-route";
import { DocumentId, SectionId } from "@/lib/contract/ids";
import { pathValue } from "@/lib/routes";
import { findText, renderPiece } from "@/lib/documents/owned-text";
import { findOwned, findReadingFacts } from "@/lib/documents/reading-facts";

const piecesMax = 40;

/** Pieces of owned text as the reading page shows them. Nothing is requested from the service or charged. */
export const GET = ownerRoute<{ documentId: string; sectionId: string }>(async ({ request, params }) => {
  const documentId = DocumentId.safeParse(pathValue(params.documentId));
  const sectionId = SectionId.safeParse(pathValue(params.sectionId));
  if (!documentId.success || !sectionId.success) throw notFound();
  const facts = await findReadingFacts(documentId.data);
  if ("problem" in facts) throw new RouteProblem(facts.problem);
  const text = await findText(facts, await findOwned(documentId.data), sectionId.data);
  if (text === undefined) throw notFound();
  const wanted = new Set(new URL(request.url).searchParams.getAll("piece").slice(0, piecesMax));
  const html: Record<string, string> = {};
  for (const piece of text.pieces)
    if (wanted.has(piece.sectionId)) html[piece.sectionId] = await renderPiece(text, facts, piece);
  return privateJson({ html });
});

/** Text that isn't owned gets the same answer as text that doesn't exist. */
function notFound(): RouteProblem {
  return new RouteProblem({ status: 404, code: "not_found", detail: "There is no such text." });
}
