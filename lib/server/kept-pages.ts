import type { IncomingMessage, ServerResponse } from "node:http";
import { isLoopbackHost } from "../kit/hosts.ts";
import { beforeHead } from "./answer-head.ts";
import type { AnswerTraits } from "./answer-traits.ts";
import { mayHoldSecret } from "./compression.ts";

/**
 * Lets the browser keep a page in memory for going back and forward. Only where `Clear-Site-Data` works, which takes
 * the page away at sign-out: on https and on loopback names. Elsewhere Next's `no-store` stays, and so it does for
 * every page that doesn't ask for its session when it is shown again, or may hold a secret.
 *
 * `Vary: *` keeps it out of use on disk: there browsers would show it, going back, without asking anybody.
 */
export function keepForGoingBack(
  request: IncomingMessage,
  response: ServerResponse,
  { traits, secure }: { readonly traits: AnswerTraits; readonly secure: boolean },
): void {
  beforeHead(response, () => {
    const type = String(response.getHeader("Content-Type") ?? "");
    if (response.statusCode !== 200 || !type.startsWith("text/html")) return;
    if (!traits.asksSession || mayHoldSecret(request.url ?? "/")) return;
    if (!secure && !isLoopbackHost(request.headers.host ?? null)) return;
    response.setHeader("Cache-Control", "private, no-cache");
    response.setHeader("Vary", "*");
  });
}
