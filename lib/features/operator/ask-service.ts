import { request } from "undici";
import { z } from "zod";
import { operatorFromHeader, operatorRoot } from "../../contract/operator.ts";
import { app } from "../../running-app.ts";
import { pageWaitMinMs } from "../../upstream/availability.ts";

/**
 * The operator's routes of the service that is configured, and of no other. They are asked with an operator's key, never
 * with a reader's, and what they answer goes to the operator's page alone.
 */
export type Answer =
  | { readonly kind: "answered"; readonly body: unknown }
  /** The key is no operator's, or no longer. */
  | { readonly kind: "refused" }
  /** No operator's key exists. */
  | { readonly kind: "off" }
  /** A service without such routes. */
  | { readonly kind: "foreign" }
  | { readonly kind: "problem"; readonly status: number; readonly code: string }
  | { readonly kind: "unreachable" };

interface Asking {
  readonly path?: string;
  readonly method?: "GET" | "POST";
  readonly key?: string;
  readonly body?: unknown;
  /** The change's id: under it the change happens once. */
  readonly changeId?: string;
  /** The address of the browser. */
  readonly from?: string;
}

const bytesMax = 8 * 1024 * 1024;
const Problem = z.looseObject({ code: z.string().optional(), operator: z.enum(["on", "off"]).optional() });

export async function askOperator(asking: Asking): Promise<Answer> {
  const { settings, service } = app();
  const { path = "", method = "GET", key, body, changeId, from } = asking;
  try {
    const answer = await request(`${settings.apiUrl}${operatorRoot}${path}`, {
      method,
      headers: {
        accept: "application/json",
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...(changeId === undefined ? {} : { "idempotency-key": changeId }),
        ...(from === undefined ? {} : { [operatorFromHeader]: from }),
      },
      body: body === undefined ? null : JSON.stringify(body),
      dispatcher: service.agent,
      // A page waits no longer; a change is not given up before it is answered.
      signal: AbortSignal.timeout(method === "GET" ? 2 * pageWaitMinMs : settings.apiTimeoutMs),
    });
    return answerOf(answer.statusCode, await jsonIn(answer.body));
  } catch {
    return { kind: "unreachable" };
  }
}

async function jsonIn(body: AsyncIterable<unknown>): Promise<unknown> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    const bytes = Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk));
    size += bytes.length;
    if (size > bytesMax) return undefined;
    chunks.push(bytes);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString("utf8"));
  } catch {
    return undefined;
  }
}

function answerOf(status: number, body: unknown): Answer {
  if (status === 200) return { kind: "answered", body };
  const { success, data } = Problem.safeParse(body);
  const { code = "unknown", operator } = success ? data : {};
  if (operator === "off") return { kind: "off" };
  if (status === 401) return { kind: operator === "on" ? "refused" : "foreign" };
  if (status >= 500) return { kind: "unreachable" };
  return { kind: "problem", status, code };
}
