/** The classes of a timeline's rows, also while they load. */
export const rowLook = {
  grid: "grid grid-cols-[92px_minmax(0,1fr)] gap-x-4 max-md:grid-cols-[minmax(0,1fr)]",
  day: "py-2 text-13/5 font-semibold whitespace-nowrap",
  underDay: "block text-12/4.5 font-normal text-muted max-md:ms-2 max-md:inline",
  time: "text-12 text-muted max-md:col-start-1 max-md:row-start-1",
  family: "text-12 text-muted max-md:col-start-1 max-md:row-start-2 max-md:text-[11px]",
  what: "two [&>span_a]:text-inherit [&>span_a]:hover:text-ai",
  /** Joins an amendment to what stands above it. */
  joined:
    "relative ps-5 before:absolute before:-top-1.5 before:left-1 before:h-4.25 before:w-2.25 before:border-b before:border-l before:border-edge",
  volume: "text-end text-12 text-muted max-md:hidden",
  cost: "justify-self-end max-md:col-start-3 max-md:row-span-2 max-md:row-start-1",
} as const;
