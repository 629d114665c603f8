import { z } from "zod";
import { app } from "@/lib/app.server";

const Decision = z.object({ decision: z.enum(["approved", "declined"]) });

/** A person's decision on a program's plan. It buys nothing: the program then makes its call again. */
export const POST = app.ownerRoute<{ approvalId: string }>(async ({ owner, request, params }) => {
  const { decision: state } = await app.readBody(request, Decision);
  const decision = { ownerId: owner.ownerId, approvalId: params.approvalId, state, at: Date.now() };
  if (!(await app.decideApproval(app.running().purchases.rows, decision))) {
    throw new app.RouteProblem({ status: 409, code: "not_waiting", detail: "This plan does not wait for a decision." });
  }
  return app.noContent();
});
