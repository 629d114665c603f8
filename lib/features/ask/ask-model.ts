import { Agent, request } from "undici";
import type { AnswerEndpoint } from "../../kit/settings/answer-endpoint.ts";

/**
 * One question to an OpenAI-compatible endpoint. Bought text leaves the house here and nowhere else, so it goes to the
 * configured address alone: no redirect is followed. All that comes back is bounded in time and size and believed in
 * nothing.
 */
export type ModelAnswer =
  | { readonly kind: "said"; readonly text: string }
  | { readonly kind: "failed"; readonly why: ModelFailure };

export type ModelFailure = "timed_out" | "redirected" | "refused" | "not_connected" | "too_long" | "unreadable";

export interface ModelMessage {
  readonly role: "system" | "user";
  readonly content: string;
}

const deadlineMs = 60_000;
const answerBytesMax = 256 * 1024;

/** Each question has a connection of its own: one that was left open may be closed by the other end as it is used. */
const agent = new Agent({ connections: 4, pipelining: 0, headersTimeout: deadlineMs, bodyTimeout: deadlineMs });

export async function askModel(
  endpoint: AnswerEndpoint,
  messages: readonly ModelMessage[],
  limits: { readonly deadlineMs?: number; readonly answerBytesMax?: number; readonly signal?: AbortSignal } = {},
): Promise<ModelAnswer> {
  const deadline = AbortSignal.timeout(limits.deadlineMs ?? deadlineMs);
  const signal = limits.signal === undefined ? deadline : AbortSignal.any([deadline, limits.signal]);
  try {
    const { statusCode, body } = await request(`${endpoint.url}/chat/completions`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json",
        ...(endpoint.key === "" ? {} : { authorization: `Bearer ${endpoint.key}` }),
      },
      body: JSON.stringify({ model: endpoint.model, temperature: 0, stream: false, messages }),
      dispatcher: agent,
      signal,
    });
    // Without a listener an error of a body that is thrown away would end the process.
    body.on("error", () => undefined);
    if (statusCode !== 200) {
      body.destroy();
      return failed(statusCode >= 300 && statusCode < 400 ? "redirected" : "refused");
    }
    const chunks: Uint8Array[] = [];
    let length = 0;
    for await (const chunk of body as AsyncIterable<Uint8Array>) {
      length += chunk.byteLength;
      if (length > (limits.answerBytesMax ?? answerBytesMax)) {
        body.destroy();
        return failed("too_long");
      }
      chunks.push(chunk);
    }
    return contentOf(Buffer.concat(chunks));
  } catch {
    // The error may quote the address or the key, so it is not kept.
    return failed(signal.aborted ? "timed_out" : "not_connected");
  }
}

function contentOf(bytes: Uint8Array): ModelAnswer {
  try {
    const answer: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    const [choice] = listOf(field(answer, "choices"));
    const text = field(field(choice, "message"), "content");
    return typeof text === "string" ? { kind: "said", text } : failed("unreadable");
  } catch {
    return failed("unreadable");
  }
}

function field(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return undefined;
  return Object.entries(value).find(([each]) => each === name)?.[1];
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

const failed = (why: ModelFailure): ModelAnswer => ({ kind: "failed", why });
