/**
 * The pages that are loaded when their link is pointed at. All of them are free to load, and loading them has no other
 * effect: Today (which records a visit) and the pages of owned text, images and files (which record a reading)
 * are left out.
 */
const freePages: readonly RegExp[] = [
  /^\/read$/,
  /^\/documents\/[^/]+$/,
  /^\/issuers\/[^/]+$/,
  /^\/news\/[^/]+$/,
  /^\/ask$/,
  /^\/library(?:\/ledger)?$/,
  /^\/account$/,
];

/** The address to load, without its fragment; undefined where it is another site, this page, or not to be loaded. */
export function pageToLoad(href: string, here: string): string | undefined {
  if (!URL.canParse(href, here)) return undefined;
  const url = new URL(href, here);
  const current = new URL(here);
  if (url.origin !== current.origin || !freePages.some((each) => each.test(url.pathname))) return undefined;
  const address = url.pathname + url.search;
  return address === current.pathname + current.search ? undefined : address;
}
