export interface OpenPdf {
  readonly numPages: number;
  getPage(pageNumber: number): Promise<OpenPage>;
}

interface OpenPage {
  getViewport(options: { scale: number }): { readonly width: number; readonly height: number };
  getTextContent(): Promise<{ readonly items: readonly unknown[] }>;
}

/** The text of a page, in the order of its text layer. */
export async function wordsOfPage(pdf: OpenPdf, pageNumber: number): Promise<string> {
  const { items } = await (await pdf.getPage(pageNumber)).getTextContent();
  return items.map((item) => (isText(item) ? item.str : "")).join("");
}

function isText(item: unknown): item is { readonly str: string } {
  return typeof item === "object" && item !== null && "str" in item && typeof item.str === "string";
}

export interface PageSize {
  readonly width: number;
  readonly height: number;
}

export async function sizeOfPage(pdf: OpenPdf, pageNumber: number): Promise<PageSize> {
  const { width, height } = (await pdf.getPage(pageNumber)).getViewport({ scale: 1 });
  return { width, height };
}
