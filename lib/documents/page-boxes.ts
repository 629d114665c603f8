/** The shape of a page, known before a pixel of it has loaded. */
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

/** Every page from 1 to the last, those that are not listed among them. */
export function pageBoxes(listed: readonly ListedPage[], pageCount: number | null): PageBox[] {
  const known = new Map(listed.map((page) => [page.page_number, page]));
  // A page that isn't listed has the shape of its neighbours, most of the time.
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
