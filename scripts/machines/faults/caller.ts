import { setTimeout as pause } from "node:timers/promises";
import type { SeededRandom } from "../../../lib/spending/simulation/environment.ts";
import type { Goods } from "./goods.ts";
import type { Tally } from "./tally.ts";

/** A program that calls the service itself, and repeats a call under its idempotency key until it has its outcome. */
export interface CallerOptions {
  readonly name: string;
  readonly apiUrl: string;
  readonly key: string;
  readonly random: SeededRandom;
  readonly goods: Goods;
  readonly tally: Tally;
  isOver(): boolean;
}

export interface Call {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly body?: string;
}

const tries = 120;
const timeoutMs = 60_000;

/** Ends with the idempotency keys that were answered, and those that were refused with nothing to be charged. */
export async function caller(options: CallerOptions): Promise<{ answered: string[]; refused: string[] }> {
  const { name, random, tally, isOver } = options;
  const outcome = { answered: [] as string[], refused: [] as string[] };
  for (let nth = 0; !isOver(); nth++) {
    const idempotencyKey = `${name}-${nth}`;
    const call = pick(random, options.goods);
    const first = await untilOutcome(options, call, idempotencyKey);
    tally.call(first === undefined ? "never answered" : String(first.status));
    if (first?.status === 200) {
      outcome.answered.push(idempotencyKey);
      if (random.happens(0.4)) await compareAgain(options, call, idempotencyKey, first.bytes);
    } else if (first !== undefined) outcome.refused.push(idempotencyKey);
    await pause(50 + random.below(300));
  }
  return outcome;
}

async function compareAgain(options: CallerOptions, call: Call, idempotencyKey: string, bytes: Buffer): Promise<void> {
  const again = await untilOutcome(options, call, idempotencyKey);
  if (again?.status !== 200)
    options.tally.broken(`${idempotencyKey} was answered, and then ${again?.status ?? "never"}`);
  else if (!again.bytes.equals(bytes)) options.tally.broken(`${idempotencyKey} was answered otherwise the second time`);
}

async function untilOutcome(options: CallerOptions, call: Call, idempotencyKey: string) {
  for (let at = 0; at < tries; at++) {
    const answer = await send(options, call, idempotencyKey);
    // Under way elsewhere, or not able to now: the same call again. A search that timed out is an outcome.
    if (answer !== undefined && (answer.status < 500 || answer.status === 504) && answer.status !== 409) return answer;
    if (answer?.status !== 409)
      options.tally.failed(
        `${call.method} ${call.path} answered ${answer?.status ?? "nothing"} ${answer?.bytes.toString().slice(0, 200) ?? ""}`,
      );
    await pause(500);
  }
  return undefined;
}

export async function send(
  { apiUrl, key }: Pick<CallerOptions, "apiUrl" | "key">,
  { method, path, body }: Call,
  idempotencyKey?: string,
): Promise<{ readonly status: number; readonly bytes: Buffer } | undefined> {
  try {
    const headers = {
      authorization: `Bearer ${key}`,
      ...(idempotencyKey === undefined ? {} : { "idempotency-key": idempotencyKey }),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    };
    const init = { method, headers, body: body ?? null, signal: AbortSignal.timeout(timeoutMs) };
    const answer = await fetch(apiUrl + path, init);
    return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) };
  } catch {
    return undefined;
  }
}

export const paidSearch = (query: string): Call => ({
  method: "POST",
  path: "/v1/search/documents",
  body: JSON.stringify({ query, match_type: "lexical" }),
});

function pick(random: SeededRandom, goods: Goods): Call {
  if (random.happens(0.4)) return paidSearch(random.pick(["売上高", "配当", "研究開発", "従業員"]));
  const thing = random.pick(goods.things);
  switch (thing.kind) {
    case "pages":
      return { method: "GET", path: `/v1/documents/${thing.document_id}/pages/1/image` };
    case "sections":
      return {
        method: "GET",
        path: `/v1/documents/${thing.document_id}/content?${new URLSearchParams({ sections: thing.sections[0] ?? "" })}`,
      };
    case "original":
      return { method: "GET", path: `/v1/documents/${thing.document_id}/originals/${thing.original_id}` };
    default:
      return paidSearch("利益");
  }
}
