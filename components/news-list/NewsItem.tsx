"use client";

import { OwnedSeal, Price } from "@/components/cost";
import { Link } from "@/components/ui/Link.tsx";
import { jstDateTime } from "@/lib/contract/dates";
import { contentPrice, pagePrice, type Tier } from "@/lib/contract/prices";
import { useWords } from "@/lib/next/provider";
import type { TocSizes } from "@/lib/next/queries/toc";
import { routes } from "@/lib/routes";
import type { OwnedDocument } from "@/lib/spending/wire";
import { outsideLink } from "@/lib/text/format/outside-link";
import type { Reference, Statement } from "./statements";

interface Props {
  readonly statement: Statement;
  readonly owned: ReadonlyMap<string, OwnedDocument>;
  readonly sizes: ReadonlyMap<string, TocSizes>;
  /** The service's tiers: until a document's own sizes are known, its sections cost one of these. */
  readonly tiers: readonly Tier[];
}

export function NewsItem({ statement, owned, sizes, tiers }: Props) {
  const t = useWords("news");
  const observed = statement.observed_at === null ? undefined : jstDateTime(Date.parse(statement.observed_at));
  const { title, words } = headOf(statement);
  return (
    <article
      className="grid grid-cols-[92px_minmax(0,1fr)] gap-x-4 border-t border-line py-2.5 [div+&]:border-t-0 max-md:grid-cols-[1fr]"
      data-row=""
    >
      <time className="leading-5 text-muted" dateTime={statement.observed_at ?? undefined}>
        {observed === undefined ? null : (
          <>
            {observed.slice(0, 10)}
            <br />
            <span className="text-12/ui">{observed.slice(11, 16)}</span>
          </>
        )}
      </time>
      <div>
        <h3 className="text-14/5 font-semibold" lang="ja">
          <Link href={routes.news(statement.news_id)} className="text-ink hover:text-ai">
            {title}
          </Link>
        </h3>
        {words === "" ? null : (
          <p className="max-w-[46em] leading-[1.7]" lang="ja">
            {words}
          </p>
        )}
        {statement.security_codes.length === 0 ? null : (
          <p className="max-w-[46em] text-12/[1.7] text-muted">
            {statement.security_codes.map((code) => (
              <Link key={code} href={routes.issuer(code)} className="me-2">
                {code}
              </Link>
            ))}
          </p>
        )}
        {statement.references.length === 0 ? null : (
          <ul
            className="mt-1 text-12 *:grid *:max-w-[50em] *:grid-cols-[minmax(0,1fr)_auto] *:gap-3 *:border-t *:border-dotted *:border-line *:leading-6"
            aria-label={t("list_references")}
          >
            {statement.references.map((reference, index) => (
              <ReferenceRow
                key={`${reference.document_id ?? reference.url} ${index}`}
                reference={reference}
                owned={owned.get(reference.document_id ?? "")}
                sizes={sizes.get(reference.document_id ?? "") ?? { tiers, sections: {} }}
              />
            ))}
          </ul>
        )}
      </div>
    </article>
  );
}

/** A statement without a title has its first sentence as heading. */
function headOf({ title, statement, news_id }: Statement): { title: string; words: string } {
  if (title !== null) return { title, words: statement ?? "" };
  const words = statement ?? "";
  const end = words.search(/[。\n]/u) + 1;
  if (end === 0 || end > 80) return { title: words === "" ? news_id : words, words: "" };
  return { title: words.slice(0, end), words: words.slice(end).trim() };
}

/** A reference to a document, section or page, with the price of opening it for this user. */
function ReferenceRow(props: { reference: Reference; owned: OwnedDocument | undefined; sizes: TocSizes }) {
  const { reference, owned, sizes } = props;
  const t = useWords("news");
  const { document_id: id, section_id: section, page_number: page } = reference;
  if (id === null) {
    const outside = outsideLink(reference.url);
    return (
      <li>
        {outside === undefined ? (
          <span lang="ja">{reference.title ?? reference.url}</span>
        ) : (
          <a href={outside} rel="noopener noreferrer" target="_blank" lang="ja">
            {reference.title ?? reference.url}
          </a>
        )}
        <span className="text-muted">{t("list_outside")}</span>
      </li>
    );
  }
  const title = reference.title ?? id;
  if (page !== null) {
    const isOwned = owned?.pages.includes(page) === true;
    return (
      <li>
        <span>
          <Link href={routes.page(id, page)} lang="ja">
            {title}
          </Link>
          {t("list_page", { n: String(page) })}
        </span>
        {isOwned ? <OwnedSeal /> : <Price {...pagePrice} />}
      </li>
    );
  }
  if (section !== null) {
    const isOwned = owned?.whole === true || owned?.sections.includes(section) === true;
    return (
      <li>
        <Link href={routes.section(id, section)} lang="ja">
          {title}
        </Link>
        {isOwned ? <OwnedSeal /> : <Price {...contentPrice(sizes.tiers, sizes.sections[section] ?? null)} />}
      </li>
    );
  }
  return (
    <li>
      <Link href={routes.document(id)} lang="ja">
        {title}
      </Link>
      <span className="text-muted">{t("list_coverFree")}</span>
    </li>
  );
}
