/**
 * Small images of pages, which a slow line shows before the full ones. What Next has bundled uses the maker that the
 * server started, since its worker is a file of its own.
 */
export interface PagePreviews {
  /** The preview of an image, by the hash of its bytes; they are read only where it isn't kept. Where nobody waits for it any more, it is not made. */
  of(sha256: string, read: () => Promise<Uint8Array>, signal?: AbortSignal): Promise<Uint8Array>;
  close(): Promise<void>;
}

let current: PagePreviews | undefined;

export function setPagePreviews(previews: PagePreviews): void {
  current = previews;
}

export function pagePreviews(): PagePreviews {
  const previews = current;
  if (previews === undefined) throw new Error("No maker of previews was started.");
  return previews;
}
