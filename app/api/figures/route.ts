import { RouteProblem } from "@/lib/auth/answers";
import { ownerRoute } from "@/lib/auth/owner-route";
import { figureRows, figuresFile } from "@/lib/documents/figures-files";

/** The figures of all owned packages, or of those of some issuers, as a file. */
export const GET = ownerRoute(async ({ request }) => {
  const rows = await figureRows(request, { securityCodes: new URL(request.url).searchParams.getAll("issuer") });
  if (rows === undefined) {
    throw new RouteProblem({ status: 404, code: "not_found", detail: "No figures of these issuers are owned." });
  }
  return figuresFile(request, rows, "figures");
});
