import { lookup as systemLookup } from "node:dns";
import { isIP, type LookupFunction } from "node:net";
import { Agent, buildConnector, request } from "undici";
import { isPublicAddress } from "./public-address.ts";
import type { WebhookNetwork } from "./webhook-address.ts";

/**
 * Sends one webhook. The address is checked where the connection is made: every address that the name resolves to at
 * that moment, and the one that the socket then has. So a name that changes its address (DNS rebinding) can't lead
 * inside. No redirect is followed, and the answer's body is thrown away.
 */
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

class NotPublic extends Error {
  constructor() {
    super("the address is not public");
    this.name = "NotPublic";
  }
}

export function makeWebhookSender(
  network: WebhookNetwork,
  options: { readonly lookup?: LookupFunction; readonly timeoutMs?: number; readonly ca?: string } = {},
): WebhookSender {
  const isAllowed = (address: string | undefined) =>
    network === "any" || (address !== undefined && isPublicAddress(address));
  const limitMs = options.timeoutMs ?? timeoutMs;
  const connect = buildConnector({
    timeout: limitMs,
    allowH2: false,
    lookup: checkedLookup(options.lookup ?? systemLookup, isAllowed),
    ...(options.ca === undefined ? {} : { ca: options.ca }),
  });
  const agent = new Agent({
    connect: (wanted, callback) => {
      // An address written as such is connected to without a lookup.
      const host = wanted.hostname.replace(/^\[(.*)\]$/, "$1");
      if (isIP(host) !== 0 && !isAllowed(host)) return callback(new NotPublic(), null);
      return connect(wanted, (...[error, socket]) => {
        if (error !== null) return callback(error, null);
        if (isAllowed(socket.remoteAddress)) return callback(null, socket);
        socket.destroy();
        return callback(new NotPublic(), null);
      });
    },
    // Each delivery connects anew, so that each is checked.
    pipelining: 0,
    connections: 4,
    headersTimeout: limitMs,
    bodyTimeout: limitMs,
  });
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
  if (error instanceof NotPublic || (error instanceof Error && error.cause instanceof NotPublic)) return "not_public";
  const name = error instanceof Error ? error.name : "";
  return /Timeout/.test(name) ? "timed_out" : "not_connected";
}

/** Resolves a name and refuses it if any of its addresses is not public: a mixed answer is an attempt. */
function checkedLookup(lookup: LookupFunction, isAllowed: (address: string | undefined) => boolean): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, options, (error, found, family) => {
      if (error !== null) return callback(error, found, family);
      const addresses = Array.isArray(found) ? found.map((each) => each.address) : [found];
      if (addresses.length > 0 && addresses.every(isAllowed)) return callback(null, found, family);
      return callback(new NotPublic(), [], 0);
    });
  };
}
