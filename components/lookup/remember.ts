import type { ListedIssuer } from "@/lib/format/free-lists";

/** Tells the index about issuers that a page shows. The index itself comes with it, later than the page. */
export async function rememberIssuers(issuers: readonly ListedIssuer[]): Promise<void> {
  const known = await import("./known-issuers.ts");
  known.rememberIssuers(issuers);
}
