import { IssuerGloss } from "@/components/ui/IssuerGloss";
import { Link } from "@/components/ui/Link.tsx";
import type { NewsStatement } from "@/lib/contract/resources";
import { getLocale, getWords } from "@/lib/next/locale.server";
import type { ReferredDocument } from "@/lib/reading/news-references";
import { routes } from "@/lib/routes";
import { moment, weekdayName } from "@/lib/text/format/clock";
import { eraDate } from "@/lib/text/format/era";
import { CopyNewsLink } from "./CopyNewsLink.tsx";
import { Reference } from "./Reference.tsx";

interface Props {
  readonly news: NewsStatement;
  readonly referred: ReadonlyMap<string, ReferredDocument>;
}

/** One statement with its references. Reading it is free; each reference shows the price of opening it. */
export async function NewsDetail({ news, referred }: Props) {
  const t = await getWords("news");
  const locale = await getLocale();
  const at = moment(news.observed_at);
  // A statement has only security codes; the issuers' names come from the documents it refers to.
  const names = new Map<string, { readonly name: string; readonly nameEn: string | null }>();
  for (const { document } of referred.values()) {
    if (document.security_code !== null && document.issuer_name !== null) {
      names.set(document.security_code, { name: document.issuer_name, nameEn: document.issuer_name_en });
    }
  }
  return (
    <>
      <ol className="crumbs">
        <li>
          <Link href={routes.newsList()}>{t("detail_crumb")}</Link>
        </li>
        <li>{news.news_id}</li>
      </ol>
      <div className="doc">
        <article>
          <header className="mb-5">
            <h1 className="h-filed" lang="ja">
              {news.title ?? t("detail_untitled")}
            </h1>
            {at === undefined ? null : (
              <p className="mt-0.5 text-14 text-muted">
                {t("detail_observed")}{" "}
                <time dateTime={news.observed_at ?? undefined} title={eraDate(at.date, locale)}>
                  {at.date} {at.time}
                </time>
                {at.time === null ? "" : locale === "ja" ? t("detail_jst") : ` ${t("detail_jst")}`}
                {locale === "ja" ? "・" : ", "}
                {weekdayName(at.date, locale)}
              </p>
            )}
          </header>
          <div
            className="mb-8 max-w-measure font-reading text-reading/text *:indent-[1em] *:text-justify [text-autospace:normal]"
            lang="ja"
          >
            {news.statement === null ? (
              <p className="text-muted" lang={locale}>
                {t("detail_no_statement")}
              </p>
            ) : (
              news.statement.split(/\n+/).map((paragraph, index) => <p key={`${index}`}>{paragraph}</p>)
            )}
          </div>
          <section aria-labelledby="refs">
            <div className="sect-h">
              <h2 id="refs">{t("detail_references")}</h2>
              <span className="end">{t("detail_costs")}</span>
            </div>
            {news.references.length === 0 ? (
              <p className="text-muted">{t("detail_no_references")}</p>
            ) : (
              <ul className="text-13 *:grid *:grid-cols-[minmax(0,1fr)_auto] *:items-baseline *:gap-3 *:border-b *:border-line *:py-2 *:leading-5">
                {news.references.map((reference, index) => (
                  <Reference
                    key={`${index}`}
                    reference={reference}
                    referred={reference.document_id === null ? undefined : referred.get(reference.document_id)}
                  />
                ))}
              </ul>
            )}
          </section>
        </article>
        <aside>
          <div className="sect-h">
            <h2>{t("detail_about")}</h2>
            <span className="end">
              <CopyNewsLink path={routes.news(news.news_id)} />
            </span>
          </div>
          <dl className="facts ruled">
            {news.security_codes.map((code) => [
              <dt key={`${code}t`}>{t("detail_issuer")}</dt>,
              <dd key={`${code}d`}>
                <Link href={routes.issuer(code)} lang="ja">
                  {names.get(code)?.name ?? code}
                </Link>{" "}
                {names.has(code) ? <span className="text-muted">{code}</span> : null}
                <IssuerGloss name={names.get(code)?.nameEn} />
              </dd>,
            ])}
            <dt>{t("detail_id")}</dt>
            <dd>{news.news_id}</dd>
          </dl>
          <p className="text-12/ui text-muted mt-3">{t("detail_free")}</p>
        </aside>
      </div>
    </>
  );
}
