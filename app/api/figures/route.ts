import { app } from "@/lib/app.server";

/** The figures of all owned packages, or of those of some issuers, as a file. */
export const GET = app.ownerRoute(async ({ request, owner }) => {
  const rows = await app.figureRows(
    { request, owner },
    { securityCodes: new URL(request.url).searchParams.getAll("issuer") },
  );
  if (rows === undefined) {
    throw new app.RouteProblem({ status: 404, code: "not_found", detail: "No figures of these issuers are owned." });
  }
  return app.figuresFile(request, rows, "figures");
});
