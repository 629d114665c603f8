import { ownerRoute } from "@/lib/auth/owner-route";
import { RouteProblem } from "@/lib/auth/answers";
import { DocumentId } from "@/lib/contract/ids";
import { figureRows, figuresFile } from "@/lib/documents/figures-files";

/** The figures of one owned package as a file. */
export const GET = ownerRoute<{ documentId: string }>(async ({ request, params }) => {
  const id = DocumentId.safeParse(params.documentId);
  const rows = id.success ? await figureRows(request, { documentId: id.data }) : undefined;
  if (rows === undefined) {
    throw new RouteProblem({ status: 404, code: "not_found", detail: "No figures of this document are owned." });
  }
  return figuresFile(request, rows, params.documentId);
});
