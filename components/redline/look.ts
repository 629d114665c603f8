import type { RedlineLook } from "@/lib/text/redline/html";

/** How a redline is seen, as a part of its address. */
export function lookQuery({ isSideBySide, hidesSmall }: RedlineLook) {
  return { view: isSideBySide ? "side" : null, small: hidesSmall ? "hidden" : null };
}

export function readLook(query: { readonly view?: unknown; readonly small?: unknown }): RedlineLook {
  return { isSideBySide: query.view === "side", hidesSmall: query.small === "hidden" };
}
