import type { Industry } from "../industry.ts";
import type { Random } from "../random.ts";
import { sizeOf } from "../size.ts";

/** The ratios from which a company's figures follow: within what its industry's file says. */
export type Nature = ReturnType<typeof natureOf>;

export function natureOf(index: number, industry: Industry, random: Random) {
  const range = (name: string): readonly [number, number] => {
    const [low = Number.NaN, high = Number.NaN] = (industry.words.get(name)?.[0] ?? "").split("~").map(Number);
    if (!(high >= low)) throw new Error(`${industry.name} has no ${name} from a lowest to a highest`);
    return [low, high];
  };
  const within = (name: string): number => {
    const [low, high] = range(name);
    return low + (high - low) * random.next();
  };
  // From billions to millions; companies with long reports are the big ones of their industry.
  const [least, most] = range("売上規模");
  const place = Math.min(1, 0.15 * random.next() + 0.2 * Math.sqrt(sizeOf(index, "full")));
  return {
    sales: 100 * least * (most / least) ** place,
    growth: within("成長率") / 100,
    swing: within("変動率") / 100,
    margin: within("利益率") / 100,
    cost: within("原価率") / 100,
    research: within("研究開発率") / 100,
    receivables: within("売上債権") / 12,
    inventories: within("棚卸資産") / 12,
    payables: within("仕入債務") / 12,
    cash: within("現預金") / 12,
    tangible: within("有形固定資産") / 100,
    investments: within("投資等") / 100,
    equity: within("自己資本比率") / 100,
    salesPerPerson: within("一人当たり売上高"),
    shares: random.int(60, 1_200) * 100,
    payout: 0.3 + (random.int(0, 2) * 5) / 100,
  };
}
