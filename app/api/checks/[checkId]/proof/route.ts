import { app } from "@/lib/app.server";

/** The signed record of a stored check as a file, in the form that `verify.mjs` takes. */
export const GET = app.ownerRoute<{ checkId: string }>(async ({ owner, params }) => {
  return new Response(await app.check.checkProofFile(owner, params.checkId), {
    headers: {
      "Content-Type": "application/json",
      "Content-Disposition": 'attachment; filename="hiraku-check.json"',
      "Cache-Control": "private, no-store",
      "X-Content-Type-Options": "nosniff",
    },
  });
});
