import { ownerRoute, privateJson } from "@/lib/auth/owner-route";
import { readBody } from "@/lib/auth/read-body";
import { planForOwner } from "@/lib/answers/answers";
import { QuestionRequest } from "@/lib/answers/record";

/** What an answer would look at and cost, and where it would stop. Free. */
export const POST = ownerRoute(async ({ owner, request }) =>
  privateJson(await planForOwner(owner, await readBody(request, QuestionRequest)), { status: 201 }),
);
