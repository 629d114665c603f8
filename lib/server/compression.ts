import type { IncomingMessage, ServerResponse } from "node:http";
import { constants } from "node:zlib";
import compression from "compression";
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
  return [routes.account(), routes.signIn(), routes.operator(), routes.mail(), feedsRoot, apiRoot].some(
    (root) => path === root || path.startsWith(`${root}/`),
  );
}

type Prepare = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * With brotli or gzip, as it is sent; never a part of a file, nor what says `no-transform`. Pages are made anew each
 * time: the package's own settings take a third longer with brotli and four fifths with gzip, for a sixteenth less.
 */
export function compressAnswers(): Prepare {
  const compress = compression({
    filter: (request, response) => request.headers.range === undefined && compression.filter(request, response),
    level: 3,
    brotli: { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } },
  });
  return (request, response) => {
    compress(request, response, () => undefined);
    flushTogether(response);
  };
}

const togetherMs = 4;

/**
 * Next asks for it after each of the pieces that React writes, dozens a page, and each is work for two threads and the
 * connection. What is written within a moment is sent together.
 */
function flushTogether(response: ServerResponse & { flush?: () => void }): void {
  const flush = response.flush?.bind(response);
  let waiting = false;
  response.flush = () => {
    if (waiting) return;
    waiting = true;
    setTimeout(() => {
      waiting = false;
      if (!response.closed) flush?.();
    }, togetherMs);
  };
}

/** Neither `compressAnswers` nor a proxy compresses an answer that may hold a secret. */
export const leaveSecretsPlain: Prepare = (request, response) => {
  if (!mayHoldSecret(request.url ?? "/")) return;
  beforeHead(response, () => {
    const directives = String(response.getHeader("Cache-Control") ?? "private, no-store");
    response.setHeader("Cache-Control", `${directives}, no-transform`);
  });
};
