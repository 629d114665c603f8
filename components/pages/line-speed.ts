import { api } from "@/lib/routes";

/** Bytes a millisecond below which the full image of a page is waited for: about 13 Mbit/s. */
const slowBelow = 1_600;
/** Smaller files measure the server rather than the line. */
const tellingBytesMin = 20_000;

/**
 * The address of a page's small image where the line is slow, by the last page image that came over it; elsewhere
 * undefined, and only the full image is loaded.
 */
export function previewOnSlowLine(documentId: string, pageNumber: number): string | undefined {
  return isSlow(performance.getEntriesByType("resource")) ? api.ownedPagePreview(documentId, pageNumber) : undefined;
}

type Loaded = Pick<PerformanceResourceTiming, "name" | "transferSize" | "responseStart" | "responseEnd">;

export function isSlow(entries: readonly (PerformanceEntry | Loaded)[]): boolean {
  const last = entries.findLast((each): each is Loaded => "transferSize" in each && isTelling(each));
  return last !== undefined && last.transferSize / Math.max(1, last.responseEnd - last.responseStart) < slowBelow;
}

function isTelling({ name, transferSize }: Loaded): boolean {
  return transferSize >= tellingBytesMin && /\/api\/owned\/documents\/[^/]+\/pages\/\d+$/.test(name);
}
