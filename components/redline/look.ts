import type { RedlineLook } from "@/lib/text/redline/html";

/** How a redline is seen, and what the document is compared with, as parts of its address. */
export interface Look extends RedlineLook {
  /** Null for the one of the year before. */
  readonly against: string | null;
}

export function lookQuery({ isSideBySide, hidesSmall, against }: Look) {
  return { against, view: isSideBySide ? "side" : null, small: hidesSmall ? "hidden" : null };
}

export function readLook(query: Readonly<Record<string, unknown>>): Look {
  const { view, small, against } = query;
  return {
    isSideBySide: view === "side",
    hidesSmall: small === "hidden",
    against: typeof against === "string" ? against : null,
  };
}
