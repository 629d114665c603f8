import { z } from "zod";
import { decideApproval } from "@/lib/agents/approvals";
import { noContent, RouteProblem } from "@/lib/auth/answers";
import { ownerRoute } from "@/lib/auth/owner-route";
import { readBody } from "@/lib/auth/read-body";
import { purchases } from "@/lib/purchases/purchases";

const Decision = z.object({ decision: z.enum(["approved", "declined"]) });

/** A person's decision on a program's plan. It buys nothing: the program then makes its call again. */
export const POST = ownerRoute<{ approvalId: string }>(async ({ owner, request, params }) => {
  const { decision: state } = await readBody(request, Decision);
  const decision = { ownerId: owner.ownerId, approvalId: params.approvalId, state, at: Date.now() };
  if (!(await decideApproval((await purchases()).rows, decision))) {
    throw new RouteProblem({ status: 409, code: "not_waiting", detail: "This plan does not wait for a decision." });
  }
  return noContent();
});
