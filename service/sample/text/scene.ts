import { yen } from "../figures.ts";
import type { Random } from "../random.ts";
import type { Context } from "./context.ts";

/** A few sentences that belong together, with other figures each time. */
export type Pattern = () => string[];

/** The subjects of one segment's sentence patterns. */
export interface Scene {
  readonly r: Random;
  readonly now: Context["now"];
  readonly segment: string;
  readonly product: string;
  readonly customer: string;
  readonly material: string;
  readonly site: string;
  readonly theme: string;
  /** An amount between so many thousandths of the segment's sales, as filings print it. */
  part(low: number, high: number): string;
}

export function sceneOf(c: Context, at: number): Scene {
  const { random: r, now } = c;
  const sales = now.segments[at % now.segments.length]?.sales ?? now.sales;
  return {
    r,
    now,
    segment: c.segment(at),
    product: c.product(at),
    customer: c.customer(at),
    material: c.material(at),
    site: c.site(at),
    theme: c.theme(at),
    part: (low, high) => yen(Math.max(3, Math.round((sales * r.int(low, high)) / 1000))),
  };
}
