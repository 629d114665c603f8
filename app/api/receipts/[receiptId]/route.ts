import { RouteProblem } from "@/lib/auth/answers";
import { ownerRoute } from "@/lib/auth/owner-route";
import { receiptOf } from "@/lib/receipts/receipts";

/** The receipt as a file, in the form that `verify.mjs` takes. */
export const GET = ownerRoute<{ receiptId: string }>(async ({ params }) => {
  const receipt = await receiptOf(params.receiptId);
  if (receipt === undefined) {
    throw new RouteProblem({ status: 404, code: "not_found", detail: "There is no such receipt here." });
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
