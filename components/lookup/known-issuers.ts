import { type ListedIssuer, readIssuers } from "@/lib/format/free-lists";
import { IssuerIndex } from "@/lib/format/issuer-index";

/**
 * An index of the issuers shown in this tab, for the search field and the palette. Kept for the browser session only,
 * so that the next user of the browser can't see what the last one looked for.
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

/** Pages add the issuers they show, so that these are found without a request. */
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
