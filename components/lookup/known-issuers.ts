import { type ListedIssuer, readIssuers } from "@/lib/text/format/free-lists";
import { IssuerIndex } from "@/lib/text/format/issuer-index";
import { takeShown } from "./remember.ts";

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
  const shown = takeShown();
  if (shown.length > 0) learn(index, shown);
  return index;
}

/** Adds what the service has answered, so that it is found without a request. */
export function learnIssuers(issuers: readonly ListedIssuer[]): void {
  learn(knownIssuers(), issuers);
}

function learn(known: IssuerIndex<ListedIssuer>, issuers: readonly ListedIssuer[]): void {
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
