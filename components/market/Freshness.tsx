import type { MarketFreshness } from "@/lib/contract/resources";
import { getLocale, getWords } from "@/lib/next/locale.server";
import { freshnessWords } from "./freshness-words.ts";

interface Props {
  readonly market: MarketFreshness;
  readonly nowMs: number;
}

/** Up to when the market is here. A gap is said in the same line, in the colour of what is unfinished. */
export async function Freshness({ market, nowMs }: Props) {
  const { upTo, gaps } = freshnessWords(market, { nowMs, locale: await getLocale(), t: await getWords("market") });
  return (
    <>
      <span className="whitespace-nowrap">{upTo}</span>
      {gaps.map((gap) => (
        <span key={gap}>
          {" · "}
          <span className="text-amber-ink">{gap}</span>
        </span>
      ))}
    </>
  );
}
