import { hash } from "node:crypto";
import { toWireRequest } from "../../lib/contract/client.ts";
import type { EndpointInput, EndpointName } from "../../lib/contract/endpoints.ts";
import type { Answer, Metering, Outcome } from "../domain/credits/metering.ts";
import type { EndpointDeps, PaidHandler } from "../endpoints/handler.ts";
import type { ApiKey, Blobs, DeliveredTexts, OpenBlob, StoredResponse } from "../storage/ports.ts";
import type { Client } from "./client.ts";
import { type Exchange, setCreditHeaders } from "./exchange.ts";
import { Problem } from "./problem.ts";
import { type Incoming, isBlob, type Reply } from "./wire.ts";

/** Credits never renew by themselves: an hour is when asking again may make sense. */
const creditRetrySeconds = 3600;

export interface PaidRequestContext {
  readonly exchange: Exchange;
  readonly key: ApiKey;
  readonly idempotencyKey: string | undefined;
  readonly metering: Metering;
  readonly deps: EndpointDeps;
  readonly client: Client;
}

export async function paidReply<N extends EndpointName>(
  name: N,
  handler: PaidHandler<N>,
  input: EndpointInput<N>,
  context: PaidRequestContext,
): Promise<Reply> {
  const { exchange, key, metering, deps, client } = context;
  const outcome = await metering.perform({
    keyId: key.id,
    endpoint: name,
    requestId: exchange.requestId,
    idempotency:
      context.idempotencyKey === undefined
        ? undefined
        : { key: context.idempotencyKey, fingerprint: fingerprintOf(name, input) },
    async prepare() {
      const { credits, run } = await handler.prepare(input, deps, client);
      client.gone.throwIfAborted();
      return { credits, run: async () => named(encode(await run()), exchange.requestId) };
    },
  });
  return respond(outcome, context);
}

/** 1 to 255 visible ASCII characters. Checked after the rest of the request: where a 422 applies too, that wins. */
export function readIdempotencyKey(incoming: Incoming): string | undefined {
  const value = incoming.header("idempotency-key");
  if (value === null) return undefined;
  if (/^[\x21-\x7e]{1,255}$/.test(value)) return value;
  throw new Problem("invalid_query_parameter", "Idempotency-Key takes 1 to 255 visible ASCII characters.");
}

/** Computed from the parsed request, so that another spelling of it is the same request. */
function fingerprintOf<N extends EndpointName>(name: N, input: EndpointInput<N>): Uint8Array {
  const { method, target, body } = toWireRequest(name, input);
  return hash("sha256", `${method} ${target}\n${body ?? ""}`, "buffer");
}

function encode(
  answer:
    | { json: unknown; headers?: Readonly<Record<string, string>>; texts?: DeliveredTexts }
    | { file: OpenBlob; headers: Readonly<Record<string, string>> },
): Answer {
  return "file" in answer
    ? { headers: answer.headers, body: answer.file }
    : {
        headers: { "Content-Type": "application/json", ...answer.headers },
        body: JSON.stringify(answer.json),
        texts: answer.texts,
      };
}

/** Stored with the answer, so that each repetition of it names the charge as the ledger does. */
function named(answer: Answer, requestId: string): Answer {
  return { ...answer, headers: { ...answer.headers, "X-Charged-Request-Id": requestId } };
}

async function respond(outcome: Outcome, { exchange, deps }: PaidRequestContext): Promise<Reply> {
  switch (outcome.kind) {
    case "charged":
      exchange.credits = outcome.credits;
      setCreditHeaders(exchange.headers, outcome.balance);
      return send(exchange, outcome.answer.headers, outcome.answer.body, outcome.credits);
    case "replayed":
      exchange.replayed = true;
      exchange.headers["Idempotency-Replayed"] = "true";
      return send(exchange, outcome.response.headers, await storedBody(outcome.response, deps.blobs), 0);
    case "reused":
      throw new Problem("idempotency_key_reused", "This Idempotency-Key was used for another request.");
    case "in_progress":
      throw new Problem("idempotency_in_progress", "The first request with this Idempotency-Key is still running.", {
        headers: { "Retry-After": "1" },
      });
    case "insufficient":
      throw insufficient(outcome.creditsRequired, outcome.creditsRemaining);
  }
}

function insufficient(required: number, remaining: number): Problem {
  const detail = `The credit balance does not hold the credits of this request: ${required} needed, ${remaining} left.`;
  return new Problem("quota_exceeded", detail, {
    fields: { credits_required: required, credits_remaining: remaining },
    headers: { "Retry-After": String(creditRetrySeconds), "X-Quota-Compute-Remaining": String(remaining) },
  });
}

async function storedBody(response: StoredResponse, blobs: Blobs): Promise<Uint8Array | OpenBlob> {
  if ("bytes" in response.body) return response.body.bytes;
  const open = await blobs.open(response.body.blob);
  if (open === undefined) throw new Error(`Blob ${response.body.blob} of a stored answer is missing or damaged.`);
  return open;
}

function send(
  exchange: Exchange,
  own: Readonly<Record<string, string>>,
  body: string | Uint8Array | OpenBlob,
  credits: number,
): Reply {
  const headers: Record<string, string> = {
    ...exchange.headers,
    ...own,
    "X-Credits-Charged": String(credits),
    "Accept-Ranges": "none",
    "Cache-Control": "private, no-store",
  };
  if (isBlob(body)) headers["Content-Length"] = String(body.byteSize);
  return { status: 200, headers, body };
}
