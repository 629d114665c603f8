import { request } from "undici";
import { isNotPublic, makePublicAgent, type PublicAgentOptions } from "../../upstream/public-agent.ts";
import type { WebhookNetwork } from "./webhook-address.ts";

/** Sends one webhook. No redirect is followed, and the answer's body is thrown away. */
export interface WebhookSender {
  send(message: WebhookMessage): Promise<SendResult>;
  close(): Promise<void>;
}

export interface WebhookMessage {
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export type SendProblem = "not_public" | "redirected" | "timed_out" | "refused" | "not_connected" | "secret_unreadable";

export interface SendResult {
  readonly status: number | null;
  /** Undefined where the receiver has accepted it. */
  readonly problem: SendProblem | undefined;
}

const timeoutMs = 10_000;
const answerBytesMax = 16 * 1024;

export function makeWebhookSender(network: WebhookNetwork, options: Partial<PublicAgentOptions> = {}): WebhookSender {
  const limitMs = options.timeoutMs ?? timeoutMs;
  const agent = makePublicAgent(network, { ...options, timeoutMs: limitMs });
  return {
    async send({ address, headers, body }) {
      try {
        const answer = await request(address, {
          method: "POST",
          headers: { "content-type": "application/json", "user-agent": "hiraku-webhook", ...headers },
          body,
          dispatcher: agent,
          signal: AbortSignal.timeout(limitMs),
          reset: true,
        });
        // An error of the thrown-away body says nothing about the delivery, but without a listener it ends the process.
        answer.body.on("error", () => undefined);
        await answer.body.dump({ limit: answerBytesMax }).catch(() => undefined);
        const { statusCode: status } = answer;
        return { status, problem: problemOf(status) };
      } catch (error) {
        return { status: null, problem: failureOf(error) };
      }
    },
    close: () => agent.close(),
  };
}

function problemOf(status: number): SendProblem | undefined {
  if (status >= 200 && status < 300) return undefined;
  return status >= 300 && status < 400 ? "redirected" : "refused";
}

function failureOf(error: unknown): SendProblem {
  if (isNotPublic(error)) return "not_public";
  const name = error instanceof Error ? error.name : "";
  return /Timeout/.test(name) ? "timed_out" : "not_connected";
}
