import { app } from "@/lib/app.server";
import { DocumentId, SectionId } from "@/lib/contract/ids";
import { readerLanguage } from "@/lib/next/locale.server";
import { pathValue } from "@/lib/routes";

const piecesMax = 40;

/** Pieces of owned text as the reading page shows them. Nothing is requested from the service or charged. */
export const GET = app.ownerRoute<{ documentId: string; sectionId: string }>(async ({ request, owner, params }) => {
  const documentId = DocumentId.safeParse(pathValue(params.documentId));
  const sectionId = SectionId.safeParse(pathValue(params.sectionId));
  if (!documentId.success || !sectionId.success) throw notFound();
  const facts = await app.findReadingFacts(owner, documentId.data);
  if ("problem" in facts) throw new app.RouteProblem(facts.problem);
  const text = await app.findText(owner, facts, await app.findOwned(owner, documentId.data), sectionId.data);
  if (text === undefined) throw notFound();
  const wanted = new Set(new URL(request.url).searchParams.getAll("piece").slice(0, piecesMax));
  const html: Record<string, string> = {};
  const language = await readerLanguage();
  for (const piece of text.pieces)
    if (wanted.has(piece.sectionId))
      html[piece.sectionId] = await app.renderPiece(owner, language, { text, facts, piece });
  return app.privateJson({ html });
});

/** Text that isn't owned gets the same answer as text that doesn't exist. */
function notFound() {
  return new app.RouteProblem({ status: 404, code: "not_found", detail: "There is no such text." });
}
