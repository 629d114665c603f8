import type { Company } from "../company.ts";
import type { Figures } from "../figures/figures.ts";
import { randomOf } from "../random.ts";

/**
 * Divides an amount among lines. The proportions belong to the company and move a little with each period, and depend on
 * nothing else: what a report says of the year before is what that year's own report says.
 */
export function partsOf(
  { seed, issuer }: Company,
  { year, quarter }: Pick<Figures, "year" | "quarter">,
  name: string,
  total: number,
  weights: readonly number[],
): number[] {
  const own = randomOf(seed, "part", issuer.index, name);
  const period = randomOf(seed, "part", issuer.index, name, year, quarter);
  const shares = weights.map((weight) => weight * (0.75 + own.next() * 0.5) * (0.96 + period.next() * 0.08));
  const sum = shares.reduce((all, share) => all + share, 0);
  let left = total;
  return shares.map((share, at) => {
    const part = at === shares.length - 1 ? left : Math.round((total * share) / sum);
    left -= part;
    return part;
  });
}
