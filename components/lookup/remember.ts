import type { ListedIssuer } from "@/lib/text/format/free-lists";

const shown: ListedIssuer[] = [];

/** Adds the issuers that a page shows to the index of the search field, which takes them once its code is needed. */
export function rememberIssuers(issuers: readonly ListedIssuer[]): void {
  shown.push(...issuers);
}

export function takeShown(): readonly ListedIssuer[] {
  return shown.splice(0);
}
