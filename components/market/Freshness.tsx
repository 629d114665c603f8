import type { MarketFreshness } from "@/lib/contract/resources";
import type { Locale } from "@/lib/text/i18n/words";
import { freshnessWords, type MarketWords } from "./freshness-words.ts";

interface Props {
  readonly market: MarketFreshness;
  readonly nowMs: number;
  readonly words: MarketWords;
  readonly locale: Locale;
}

/** Up to when the market is here. A gap is said in the same line, in the colour of what is unfinished. */
export function Freshness({ market, nowMs, words, locale }: Props) {
  const { upTo, gaps } = freshnessWords(market, { nowMs, locale, t: words });
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
