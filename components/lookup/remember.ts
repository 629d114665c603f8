import type { ListedIssuer } from "@/lib/format/free-lists";

/** Adds the issuers that a page shows to the index, whose code is loaded after the page. */
export async function rememberIssuers(issuers: readonly ListedIssuer[]): Promise<void> {
  const known = await import("./known-issuers.ts");
  known.rememberIssuers(issuers);
}
