import { app } from "@/lib/app.server";
import { DocumentId } from "@/lib/contract/ids";

/** The figures of one owned package as a file. */
export const GET = app.ownerRoute<{ documentId: string }>(async ({ request, owner, params }) => {
  const id = DocumentId.safeParse(params.documentId);
  const rows = id.success ? await app.figureRows({ request, owner }, { documentId: id.data }) : undefined;
  if (rows === undefined) {
    throw new app.RouteProblem({ status: 404, code: "not_found", detail: "No figures of this document are owned." });
  }
  return app.figuresFile(request, rows, params.documentId);
});
