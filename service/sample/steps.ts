import { addDays } from "./calendar.ts";
import type { Days } from "./market.ts";
import type { Lengths } from "./plan.ts";

/** One transaction of the load: some issuers' publications of some days. */
export interface Step {
  /** Rows that are written with it, counted like `written` of the record. */
  readonly until: number;
  readonly first: number;
  readonly count: number;
  readonly days: Days;
  readonly newest: boolean;
}

interface Whole {
  readonly anchorDay: string;
  readonly issuers: number;
  readonly lengths: Lengths;
}

/** Enough issuers a transaction to be fast, few enough that another process may write in between. */
const issuersPerStep = { full: 2, short: 12 } as const;
const newestDays = 400;

/** The newest year of all issuers, then everything before it. The short form goes issuer by issuer. */
export function stepsOf({ anchorDay, issuers, lengths }: Whole): Step[] {
  const since = addDays(anchorDay, -newestDays);
  const end = addDays(anchorDay, 1);
  const parts: readonly Pick<Step, "days" | "newest">[] =
    lengths === "short"
      ? [{ days: { from: "", until: end }, newest: true }]
      : [
          { days: { from: since, until: end }, newest: true },
          { days: { from: "", until: since }, newest: false },
        ];
  const count = issuersPerStep[lengths];
  return parts.flatMap((part, round) =>
    Array.from({ length: Math.ceil(issuers / count) }, (_, at) => ({
      ...part,
      first: at * count,
      count: Math.min(count, issuers - at * count),
      until: round * issuers + Math.min(issuers, (at + 1) * count),
    })),
  );
}
