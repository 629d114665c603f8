import type { OperatorMarket, SetAsideItem } from "@/lib/contract/operator";
import { getLocale } from "@/lib/next/locale.server";
import { operatorRoutes } from "@/lib/routes";
import { between } from "@/lib/text/format/between";
import { minuteOf } from "./times.ts";
import type { OperatorWords } from "./words.ts";

interface MarketProps {
  readonly words: OperatorWords;
  readonly market: OperatorMarket | null;
}

export async function Market({ words: t, market }: MarketProps) {
  const locale = await getLocale();
  const time = (at: string | null) => (at === null ? t("never") : minuteOf(at));
  return (
    <section className="min-w-0" aria-labelledby="market-head">
      <div className="sect-h">
        <h2 id="market-head">{t("market")}</h2>
      </div>
      {market === null ? (
        <p className="text-muted">{t("notFollowed")}</p>
      ) : (
        <dl className="facts ruled">
          <dt>{t("upTo")}</dt>
          <dd>
            {market.up_to === null ? t("nothingRead") : minuteOf(market.up_to)}
            {market.stale ? <span className="text-amber-ink">{between(locale) + t("stale")}</span> : null}
          </dd>
          <dt>{t("listRead")}</dt>
          <dd>{time(market.list_read_at)}</dd>
          <dt>{t("newestFiling")}</dt>
          <dd>{time(market.newest_filing_at)}</dd>
          <dt>{t("companies")}</dt>
          <dd>{time(market.companies_read_at)}</dd>
          <dt>{t("missing")}</dt>
          <dd className={market.missing_days > 0 ? "text-amber-ink" : undefined}>
            {market.missing_days === 0 ? t("none") : `${market.missing_days}: ${rangesOf(market)}`}
          </dd>
          <dt>{t("waiting")}</dt>
          <dd>{market.waiting === 0 ? t("none") : t("documents", { n: market.waiting })}</dd>
          {market.trouble === null ? null : (
            <>
              <dt>{t("trouble")}</dt>
              <dd className="text-amber-ink">
                {market.trouble.message} ({market.trouble.reason}){between(locale)}
                {t("troubleSince", { since: minuteOf(market.trouble.since) })}
                {market.trouble.next_attempt_at === null
                  ? null
                  : between(locale) + t("nextAttempt", { time: minuteOf(market.trouble.next_attempt_at) })}
              </dd>
            </>
          )}
        </dl>
      )}
    </section>
  );
}

function rangesOf({ missing }: OperatorMarket): string {
  return missing.map(({ from, to }) => (from === to ? from : `${from} – ${to}`)).join(", ");
}

interface SetAsideProps {
  readonly words: OperatorWords;
  readonly items: readonly SetAsideItem[];
  readonly market: OperatorMarket | null;
  readonly changeId: () => string;
}

export async function SetAside({ words: t, items, market, changeId }: SetAsideProps) {
  const locale = await getLocale();
  return (
    <section className="min-w-0" aria-labelledby="aside-head">
      <div className="sect-h">
        <h2 id="aside-head">{t("setAside")}</h2>
        {market === null || market.set_aside === 0 ? null : (
          <span className="text-12/ui text-muted">
            {t("setAsideCount", { n: market.set_aside, again: market.tried_again })}
          </span>
        )}
      </div>
      {items.length === 0 ? <p className="text-muted">{t("nothingSetAside")}</p> : null}
      <ul className="rows">
        {items.map((item) => (
          <li key={item.key} className="grid-cols-[minmax(0,1fr)_auto] items-center">
            <span className="min-w-0 [overflow-wrap:anywhere]">
              <span lang="ja">{item.title ?? item.key}</span>
              <br />
              <span className="text-12/ui text-muted">
                {[
                  ...(item.title === null ? [] : [item.key]),
                  `${item.reason}: ${item.message}`,
                  t("attempts", { n: item.attempts }),
                  nextOf(item, t),
                ].join(between(locale))}
              </span>
            </span>
            {item.can_be_tried ? (
              <form method="post" action={operatorRoutes.tryAgain()}>
                <input type="hidden" name="change_id" value={changeId()} />
                <input type="hidden" name="record" value={item.key} />
                <button className="btn sm" type="submit" aria-label={`${t("tryAgain")}: ${item.key}`}>
                  {t("tryAgain")}
                </button>
              </form>
            ) : null}
          </li>
        ))}
      </ul>
      {market !== null && market.set_aside > items.length ? (
        <p className="text-12/ui text-muted">{t("setAsideMore", { n: items.length })}</p>
      ) : null}
    </section>
  );
}

function nextOf(item: SetAsideItem, t: OperatorWords): string {
  if (item.next_attempt_at !== null) return t("nextAttempt", { time: minuteOf(item.next_attempt_at) });
  return t(item.can_be_tried ? "notAgain" : "dropAgain");
}
