import { isIP } from "node:net";
import { isPublicAddress } from "../../upstream/public-address.ts";

export type WebhookNetwork = "public" | "any";
export type AddressFault = "not_an_address" | "not_https" | "has_credentials" | "not_public";

const lengthMax = 2_000;

/** Names are not resolved here: every connection checks the address that it is made to. */
export function webhookAddress(
  text: string,
  network: WebhookNetwork,
): { readonly address: string } | { readonly fault: AddressFault } {
  const trimmed = text.trim();
  if (trimmed.length > lengthMax || !URL.canParse(trimmed)) return { fault: "not_an_address" };
  const url = new URL(trimmed);
  if (url.protocol !== "https:" && !(network === "any" && url.protocol === "http:")) return { fault: "not_https" };
  if (url.username !== "" || url.password !== "") return { fault: "has_credentials" };
  if (network === "public" && !mayBePublic(url.hostname)) return { fault: "not_public" };
  url.hash = "";
  return { address: url.href };
}

/** Refuses at once what can't be public; the URL parser has brought every spelling of an IPv4 address into one. */
function mayBePublic(hostname: string): boolean {
  const bare = hostname.replace(/^\[(.*)\]$/, "$1").replace(/\.$/, "");
  if (isIP(bare) !== 0) return isPublicAddress(bare);
  return bare.includes(".") && !/(?:^|\.)(?:localhost|local|internal|home\.arpa)$/i.test(bare);
}
