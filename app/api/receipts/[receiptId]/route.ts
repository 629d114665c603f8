import { app } from "@/lib/app.server";

/** The receipt as a file, in the form that `verify.mjs` takes. */
export const GET = app.ownerRoute<{ receiptId: string }>(async ({ params }) => {
  const receipt = await app.receiptOf(params.receiptId);
  if (receipt === undefined) {
    throw new app.RouteProblem({ status: 404, code: "not_found", detail: "There is no such receipt here." });
  }
  return new Response(`${JSON.stringify(receipt, null, 2)}\n`, {
    headers: {
      "Content-Type": "application/json",
      "Content-Disposition": 'attachment; filename="hiraku-receipt.json"',
      "Cache-Control": "private, no-store",
      "X-Content-Type-Options": "nosniff",
    },
  });
});
