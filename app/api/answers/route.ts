import { ownerRoute, privateJson } from "@/lib/auth/owner-route";
import { readBody } from "@/lib/auth/read-body";
import { answersOf, startForOwner } from "@/lib/answers/answers";
import { AnswerStart } from "@/lib/answers/record";

/** The owner's answers, newest first. */
export const GET = ownerRoute(async ({ owner }) => privateJson({ answers: await answersOf(owner) }));

/** Runs a plan that its owner has seen, for at most the confirmed credits. */
export const POST = ownerRoute(async ({ owner, request }) =>
  privateJson(await startForOwner(owner, await readBody(request, AnswerStart)), { status: 202 }),
);
