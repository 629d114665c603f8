import { Link } from "@/components/ui/Link.tsx";
import { getLocale, getWords } from "@/lib/next/locale.server";
import type { NamedCoverage, NewsOverview as Overview } from "@/lib/reading/news-overview";
import { routes } from "@/lib/routes";
import { moment } from "@/lib/text/format/clock";

/** The most issuers shown; the rest are on their own pages. */
const issuersShown = 40;
const spansShown = 2;

/** Free: the days that owned lists cover, and each issuer's newest statement. */
export async function NewsOverview({ overview }: { readonly overview: Overview }) {
  const t = await getWords("news");
  if (overview.issuers.length === 0 && overview.market.length === 0) {
    return <p className="max-w-[52em] text-muted">{t("own_nothing")}</p>;
  }
  const market = daysOf(overview.market);
  return (
    <section className="mt-6" aria-labelledby="news-owned">
      <div className="sect-h">
        <h2 id="news-owned">{t("own_title")}</h2>
        <span className="text-12/ui text-muted">{t("own_note", { n: overview.statements })}</span>
      </div>
      <ul className="rows *:grid-cols-[52px_minmax(0,1fr)_auto]">
        {market === "" ? null : (
          <li>
            <span />
            <span>{t("list_allIssuersShort")}</span>
            <span className="text-12/ui text-muted tabular-nums">{t("own_days", { days: market })}</span>
          </li>
        )}
        {overview.issuers.slice(0, issuersShown).map((issuer) => (
          <IssuerRow key={issuer.security_code} issuer={issuer} />
        ))}
      </ul>
    </section>
  );
}

async function IssuerRow({ issuer }: { readonly issuer: NamedCoverage }) {
  const t = await getWords("news");
  const locale = await getLocale();
  const { security_code: code, newest, statements } = issuer;
  const days = daysOf(issuer.days);
  const at = moment(newest?.observed_at ?? null);
  return (
    <li data-row="">
      <span className="whitespace-nowrap text-muted">{issuer.name === null ? null : code}</span>
      <span>
        <Link href={routes.issuer(code)} lang="ja">
          {issuer.name ?? code}
        </Link>
        {locale === "en" && issuer.name_en !== null ? (
          <span className="ms-2 text-12/ui text-muted">{issuer.name_en}</span>
        ) : null}
        {newest === null ? null : (
          <span className="block text-12/5">
            <time className="me-2 text-muted tabular-nums" dateTime={newest.observed_at ?? undefined}>
              {at?.date}
            </time>
            <Link className="text-ink hover:text-ai" href={routes.news(newest.news_id)} lang="ja">
              {newest.title ?? newest.news_id}
            </Link>
          </span>
        )}
      </span>
      <span className="text-end text-12/5 text-muted tabular-nums">
        {statements === 0 && days === "" ? (
          <Link href={routes.newsList({ code: [code] })}>{t("own_none")}</Link>
        ) : (
          <>
            {t("list_statements", { n: statements })}
            {days === "" ? null : <span className="block">{t("own_days", { days })}</span>}
          </>
        )}
      </span>
    </li>
  );
}

function daysOf(spans: Overview["market"]): string {
  const shown = spans.slice(0, spansShown).map(({ since, until }) => (since === until ? since : `${since} – ${until}`));
  return [...shown, ...(spans.length > spansShown ? ["…"] : [])].join(", ");
}
