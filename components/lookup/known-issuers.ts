import { type ListedIssuer, readIssuers } from "@/lib/format/free-lists";
import { IssuerIndex } from "@/lib/format/issuer-index";

/**
 * The issuers this tab has seen, one index for the field and the palette. Kept for the session only: the next
 * user of a browser must not read what the last one looked for.
 */
const storageKey = "hiraku.issuers";
const keptMax = 4_000;

let index: IssuerIndex<ListedIssuer> | undefined;

export function knownIssuers(): IssuerIndex<ListedIssuer> {
  if (index === undefined) {
    index = new IssuerIndex<ListedIssuer>();
    index.learn(kept());
  }
  return index;
}

/** Pages tell what they show: an issuer that was seen is found without asking. */
export function rememberIssuers(issuers: readonly ListedIssuer[]): void {
  const known = knownIssuers();
  known.learn(issuers);
  keep(known.issuers().slice(-keptMax));
}

function kept(): ListedIssuer[] {
  try {
    return readIssuers(JSON.parse(sessionStorage.getItem(storageKey) ?? "[]")) ?? [];
  } catch {
    return [];
  }
}

function keep(issuers: readonly ListedIssuer[]): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(issuers));
  } catch {
    // A browser that keeps nothing still finds everything, by asking.
  }
}
