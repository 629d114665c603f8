import type { MarketFreshness } from "@/lib/contract/resources";
import { getLocale, getWords } from "@/lib/next/locale.server";
import { between } from "@/lib/text/format/between";
import { freshnessWords } from "./freshness-words.ts";

interface Props {
  /** Undefined of a service that doesn't tell: then there is nothing to show. */
  readonly market: MarketFreshness | undefined;
  readonly nowMs: number;
  readonly before?: string;
}

/** Up to when the market is here. A gap is said in the same line, in the colour of what is unfinished. */
export async function Freshness({ market, nowMs, before = "" }: Props) {
  if (market === undefined) return null;
  const locale = await getLocale();
  const { upTo, gaps } = freshnessWords(market, { nowMs, locale, t: await getWords("market") });
  return (
    <>
      {before}
      <span className="whitespace-nowrap">{upTo}</span>
      {gaps.map((gap) => (
        <span key={gap}>
          {between(locale)}
          <span className="text-amber-ink">{gap}</span>
        </span>
      ))}
    </>
  );
}
