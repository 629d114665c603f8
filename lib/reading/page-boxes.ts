/** The number and size of a page, known before its image has loaded. */
export interface PageBox {
  readonly pageNumber: number;
  readonly width: number | null;
  readonly height: number | null;
  readonly listed: boolean;
}

interface ListedPage {
  readonly page_number: number;
  readonly width: number | null;
  readonly height: number | null;
}

/** All pages from 1 to the last, including those that the service does not list. */
export function pageBoxes(listed: readonly ListedPage[], pageCount: number | null): PageBox[] {
  const known = new Map(listed.map((page) => [page.page_number, page]));
  // A page that isn't listed is assumed to have the size of the others.
  const typical = listed[0];
  return Array.from({ length: lastPage(listed, pageCount) }, (_, i) => {
    const page = known.get(i + 1);
    return {
      pageNumber: i + 1,
      width: page?.width ?? typical?.width ?? null,
      height: page?.height ?? typical?.height ?? null,
      listed: page !== undefined,
    };
  });
}

export function lastPage(listed: readonly Pick<ListedPage, "page_number">[], pageCount: number | null): number {
  return Math.max(pageCount ?? 0, ...listed.map((page) => page.page_number));
}
