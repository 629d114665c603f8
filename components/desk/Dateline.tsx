import { Freshness } from "@/components/market";
import { jstDate, jstDateTime } from "@/lib/contract/dates";
import type { MarketFreshness } from "@/lib/contract/resources";
import { getLocale } from "@/lib/next/locale.server";
import { between } from "@/lib/text/format/between";
import { longDate } from "@/lib/text/format/clock";
import { eraYear } from "@/lib/text/format/era";

/** The day, the hour in Tokyo, and up to when the market is here. */
export async function Dateline({
  nowMs,
  market,
}: {
  readonly nowMs: number;
  readonly market: MarketFreshness | undefined;
}) {
  const locale = await getLocale();
  const today = jstDate(nowMs);
  const era = eraYear(today);
  return (
    <div className="dateline">
      <h1 className="h-page">{longDate(today, locale)}</h1>
      {era === undefined ? null : (
        <span className="text-muted" lang="ja">
          {era.ja}
          {era.year === 1 ? "元" : era.year}年
        </span>
      )}
      <span className="end">
        {jstDateTime(nowMs).slice(11, 16)}
        <Freshness market={market} nowMs={nowMs} before={between(locale)} />
      </span>
    </div>
  );
}
