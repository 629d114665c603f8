import { z } from "zod";
import { MadeKey, NewKeyRequest } from "../../contract/operator.ts";
import { logEvent } from "../../log.ts";
import { privateJson, RouteProblem } from "../../owners/answers.ts";
import { networkOf } from "../../owners/network.ts";
import { openRoute } from "../../owners/owner-route.ts";
import { peerAddress } from "../../owners/peer-address.ts";
import { readBody, readForm } from "../../owners/read-body.ts";
import { routes } from "../../routes.ts";
import { app } from "../../running-app.ts";
import { type Answer, askOperator } from "./ask-service.ts";
import { beginOperatorSession, endOperatorSession, findOperator, isSameKey, type OperatorSession } from "./session.ts";

/**
 * Actions of the operator's page, each a POST from the app's own pages alone. A change needs the operator's session; one
 * that gives credits away needs the key itself once more. The service does it once and logs it.
 */
export const operatorOutcomes = [
  "granted",
  "revoked",
  "triedAgain",
  "repeated",
  "gone",
  "invalid",
  "wrongKey",
  "tooMany",
  "unreachable",
  "left",
] as const;
export type OperatorOutcome = (typeof operatorOutcomes)[number];

/** As the page makes them; it travels in a header. */
const changeIdShape = /^[\w-]{16,128}$/;
const keyShape = /^hko_[0-9A-Za-z]{40}$/;

export const signInOperator = openRoute(async (request) => {
  const key = textIn(await readForm(request), "key").trim();
  const refusal = await guarded(request, async () => {
    if (!keyShape.test(key)) return "wrongKey";
    const answer = await askOperator({ key });
    if (answer.kind === "answered") return undefined;
    return answer.kind === "problem" && answer.status === 429 ? "tooMany" : outcomeOf(answer, "wrongKey");
  });
  const peer = peerAddress(request.headers);
  if (refusal !== undefined) {
    logEvent("operator_refused", { peer, reason: refusal });
    return back(refusal);
  }
  await endOperatorSession(request.headers);
  logEvent("operator_sign_in", { peer });
  return back(undefined, await beginOperatorSession(key, Date.now()));
});

export const signOutOperator = openRoute(async (request) => {
  const cookie = await endOperatorSession(request.headers);
  logEvent("operator_signed_out", { peer: peerAddress(request.headers) });
  const response = back("left", cookie);
  response.headers.set("Clear-Site-Data", '"cache"');
  return response;
});

export const grantCredits = operatorForm(async ({ form, session, request }) => {
  const credits = Number(textIn(form, "credits"));
  if (!Number.isInteger(credits) || credits < 1) return "invalid";
  const refusal = await askedAgain(request, session, textIn(form, "operator_key"));
  if (refusal !== undefined) return refusal;
  const path = `/keys/${encodeURIComponent(textIn(form, "key_id"))}/credits`;
  return outcomeOf(await change(request, session, { path, body: { credits }, form }), "granted");
});

export const revokeKey = operatorForm(async ({ form, session, request }) => {
  const path = `/keys/${encodeURIComponent(textIn(form, "key_id"))}/revoke`;
  return outcomeOf(await change(request, session, { path, form }), "revoked");
});

export const tryAgain = operatorForm(async ({ form, session, request }) => {
  const body = { key: textIn(form, "record") };
  return outcomeOf(await change(request, session, { path: "/try-again", body, form }), "triedAgain");
});

const MakeKey = NewKeyRequest.extend({ operator_key: z.string().max(512), change_id: z.string().regex(changeIdShape) });

/** Answered as JSON to the page's script: the key is in this answer, and on no page that could be loaded again. */
export const makeKey = openRoute(async (request) => {
  const session = await findOperator(request.headers, Date.now());
  if (session === undefined) throw problem(401, "signed_out", "The operator's session has ended.");
  const { operator_key, change_id, ...body } = await readBody(request, MakeKey);
  const refusal = await askedAgain(request, session, operator_key);
  if (refusal !== undefined) throw problem(403, refusal, "The operator's key is asked for again.");
  const answer = await askOperator({ ...changing(request, session), path: "/keys", body, changeId: change_id });
  if (answer.kind === "answered") return privateJson(MadeKey.parse(answer.body));
  throw problem(409, outcomeOf(answer, "granted"), "No key was made.");
});

interface Posted {
  readonly form: FormData;
  readonly session: OperatorSession;
  readonly request: Request;
}

/** A plain form, answered by going back to the page with what came of it. */
function operatorForm(act: (posted: Posted) => Promise<OperatorOutcome>) {
  return openRoute(async (request) => {
    const form = await readForm(request);
    const session = await findOperator(request.headers, Date.now());
    if (session === undefined) return back(undefined);
    if (!changeIdShape.test(textIn(form, "change_id"))) return back("invalid");
    return back(await act({ form, session, request }));
  });
}

function change(
  request: Request,
  session: OperatorSession,
  { path, body, form }: { readonly path: string; readonly body?: unknown; readonly form: FormData },
): Promise<Answer> {
  return askOperator({ ...changing(request, session), path, body, changeId: textIn(form, "change_id") });
}

function changing(request: Request, { key }: OperatorSession) {
  return { method: "POST", key, from: peerAddress(request.headers) } as const;
}

/** The meaning of an answer for a change, or for a key where `done` is what a refused key is. */
function outcomeOf(answer: Answer, done: OperatorOutcome): OperatorOutcome {
  if (answer.kind === "answered") return done;
  if (answer.kind === "refused") return "wrongKey";
  if (answer.kind !== "problem") return "unreachable";
  if (answer.status === 404) return "gone";
  if (answer.status === 409) return "repeated";
  return answer.status === 429 ? "tooMany" : "invalid";
}

/** The key that was typed again; undefined where it is the session's own. A wrong one is slowed like any guess. */
async function askedAgain(
  request: Request,
  session: OperatorSession,
  typed: string,
): Promise<OperatorOutcome | undefined> {
  if (isSameKey(session, typed.trim())) return undefined;
  logEvent("operator_refused", { peer: peerAddress(request.headers), reason: "wrongKey" });
  return guarded(request, async () => "wrongKey");
}

/** Guesses are slowed as those of readers' keys are (decision 43). */
async function guarded(
  request: Request,
  check: () => Promise<OperatorOutcome | undefined>,
): Promise<OperatorOutcome | undefined> {
  const admission = await app().signInGuard.admit(networkOf(peerAddress(request.headers)));
  if (!admission.allowed) return "tooMany";
  const { attempt } = admission;
  try {
    const outcome = await check();
    if (outcome === "wrongKey") await attempt.failed();
    return outcome;
  } finally {
    await attempt.passed();
  }
}

function back(outcome: OperatorOutcome | undefined, cookie?: string): Response {
  const headers = new Headers({ "Cache-Control": "private, no-store" });
  headers.set("Location", routes.operator(outcome === undefined ? {} : { outcome }));
  if (cookie !== undefined) headers.append("Set-Cookie", cookie);
  return new Response(null, { status: 303, headers });
}

function problem(status: number, code: string, detail: string): RouteProblem {
  return new RouteProblem({ status, code, detail });
}

function textIn(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
}
