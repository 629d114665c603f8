import type { IncomingMessage, ServerResponse } from "node:http";
import { api, apiRoot, feedsRoot, routes } from "../routes.ts";
import { beforeHead } from "./answer-head.ts";
import { pathOf } from "./request-target.ts";

/** JSON without secrets: the free lists. */
const plainJson = [api.free("/v1/"), api.timeline()];

/**
 * The answer may hold a form's token, a key, a recovery code or a feed's address. From the length of a compressed
 * answer that also shows text of somebody else's choice, a secret could be guessed letter by letter (BREACH).
 */
export function mayHoldSecret(target: string): boolean {
  // As Next reads it, which finds a page by any spelling of its address.
  const path = decodeURIComponent(pathOf(target));
  if (plainJson.some((beginning) => path.startsWith(beginning))) return false;
  return [routes.account(), routes.signIn(), feedsRoot, apiRoot].some(
    (root) => path === root || path.startsWith(`${root}/`),
  );
}

/** Next compresses what the request allows, so that what must not be compressed is asked for as it is. */
export function limitCompression(
  request: IncomingMessage,
  response: ServerResponse,
  { compress }: { readonly compress: boolean },
): void {
  const isSecret = mayHoldSecret(request.url ?? "/");
  // Next would compress a part of a file by itself.
  if (isSecret || !compress || request.headers.range !== undefined) request.headers["accept-encoding"] = "identity";
  if (!isSecret) return;
  beforeHead(response, () => {
    const directives = String(response.getHeader("Cache-Control") ?? "private, no-store");
    response.setHeader("Cache-Control", `${directives}, no-transform`);
  });
}
