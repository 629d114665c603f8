/** A line above the page: of the whole width, with a mark before its words. */
export function stripLook(fault = false): string {
  const line =
    "flex flex-wrap items-baseline gap-x-4 gap-y-2 border-b border-line px-(--inset) py-1.75 before:size-2 before:self-center max-md:grid max-md:grid-cols-[8px_minmax(0,1fr)] max-md:gap-x-3 max-md:gap-y-0.5 max-md:*:col-start-2 max-md:*:mx-0";
  return fault ? `${line} bg-sunk before:bg-ink` : `${line} bg-amber-wash before:bg-amber`;
}
