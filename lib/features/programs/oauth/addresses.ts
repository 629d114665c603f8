import { isLoopbackName } from "../../../kit/hosts.ts";

const lengthMax = 2_000;

/** A code is sent to https, or to this machine. An address with a fragment would hide the code from its program. */
export function isRedirectAddress(text: string): boolean {
  if (text.length > lengthMax || !URL.canParse(text) || text.includes("#")) return false;
  const url = new URL(text);
  if (url.username !== "" || url.password !== "") return false;
  return url.protocol === "https:" || (url.protocol === "http:" && isLoopbackName(url.hostname));
}

/**
 * Addresses are compared as they are written. Only the port of a program on the reader's own machine may differ, which
 * takes a free one each time (OAuth 2.1, 8.4.2).
 */
export function isKnownRedirect(asked: string, known: readonly string[]): boolean {
  if (known.includes(asked)) return true;
  const bare = withoutLoopbackPort(asked);
  return bare !== undefined && known.some((each) => withoutLoopbackPort(each) === bare);
}

function withoutLoopbackPort(text: string): string | undefined {
  if (!isRedirectAddress(text)) return undefined;
  const url = new URL(text);
  if (url.protocol !== "http:") return undefined;
  url.port = "";
  return url.href;
}
