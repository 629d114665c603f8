/** The page of a PDF that an address asks for. */
export function startPageOf(asked: string | string[] | undefined): number {
  const page = Number(asked);
  return Number.isInteger(page) && page >= 1 && page <= 100_000 ? page : 1;
}
