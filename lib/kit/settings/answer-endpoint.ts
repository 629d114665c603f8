import { isLoopbackName } from "../hosts.ts";

/** An OpenAI-compatible endpoint that the operator has configured. */
export interface AnswerEndpoint {
  /** Without a slash at the end; `/chat/completions` follows. */
  readonly url: string;
  readonly model: string;
  readonly key: string;
}

export const answerUrlForm =
  "an https address without user, query or fragment, or an http address of this machine (127.0.0.1, localhost)";

/** Bought text and a key travel there, so the way is encrypted or never leaves the machine. Empty means none. */
export function answerUrl(value: string): string | undefined {
  if (value === "") return "";
  if (!URL.canParse(value)) return undefined;
  const { protocol, hostname, username, password, search, hash } = new URL(value);
  const isPlain = username === "" && password === "" && search === "" && hash === "";
  const isSafe = protocol === "https:" || (protocol === "http:" && isLoopbackName(hostname));
  return isPlain && isSafe ? value.replace(/\/+$/, "") : undefined;
}

/** Its name for readers, who are told before a run where bought text goes. */
export function wordingEndpoint(
  endpoint: AnswerEndpoint | undefined,
): { readonly host: string; readonly model: string } | null {
  return endpoint === undefined ? null : { host: new URL(endpoint.url).host, model: endpoint.model };
}
