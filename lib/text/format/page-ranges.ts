/** Writes page numbers as "35, 37–40", in ascending order, each page once. */

export function writePages(pages: Iterable<number>): string {
  const sorted = [...new Set(pages)].sort((a, b) => a - b);
  const runs: [number, number][] = [];
  for (const page of sorted) {
    const last = runs.at(-1);
    if (last !== undefined && page === last[1] + 1) last[1] = page;
    else runs.push([page, page]);
  }
  return runs
    .map(([from, to]) => (from === to ? `${from}` : to === from + 1 ? `${from}, ${to}` : `${from}–${to}`))
    .join(", ");
}

/** Reads such a list, in any width and with any dash; undefined where it is no list of pages of this document. */
export function readPages(text: string, pageCount: number): number[] | undefined {
  const plain = text
    .normalize("NFKC")
    .replace(/[、，;]/gu, ",")
    .trim();
  if (plain === "") return [];
  const pages = new Set<number>();
  for (const part of plain.split(",")) {
    const found = /^\s*(\d{1,6})\s*(?:[-–—−~〜～]\s*(\d{1,6})\s*)?$/u.exec(part);
    if (found === null) return undefined;
    const from = Number(found[1]);
    const to = Number(found[2] ?? found[1]);
    if (from < 1 || to < from || to > pageCount) return undefined;
    for (let page = from; page <= to; page++) pages.add(page);
  }
  return [...pages].sort((a, b) => a - b);
}

/** All pages between two, both included, whichever comes first. */
export function pagesBetween(a: number, b: number): number[] {
  const from = Math.min(a, b);
  return Array.from({ length: Math.abs(a - b) + 1 }, (_, i) => from + i);
}
