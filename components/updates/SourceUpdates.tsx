"use client";

import type { Route } from "next";
import { Price } from "@/components/cost";
import { DocumentCost } from "@/components/documents";
import { Link } from "@/components/ui/Link.tsx";
import { queryOf } from "@/components/ui/query-of.ts";
import { useLocale, useWords } from "@/lib/next/provider";
import { routes } from "@/lib/routes";
import type { OwnedDocument } from "@/lib/spending/wire";
import { between } from "@/lib/text/format/between";
import { moment } from "@/lib/text/format/clock";
import { shortTime } from "@/lib/text/format/short-time";
import { typeName } from "@/lib/text/i18n/document-words";
import type { NamedDocument, NamedSource } from "./named-source.ts";

interface Props {
  readonly source: NamedSource;
  readonly today: string;
  readonly owned: readonly OwnedDocument[] | undefined;
  /** The page where a feed or webhook of this source is made. */
  readonly tellHref: Route;
  readonly onSeen: () => void;
}

/** The new documents of one watch or saved filter, with their prices; the rest behind a link to the whole list. */
export function SourceUpdates({ source, today, owned, tellHref, onSeen }: Props) {
  const t = useWords("updates");
  const { name, issuer, documents } = source;
  const more = source.documents.length === 0 ? 0 : countOf(source) - documents.length;
  const filtered =
    source.phrase === undefined ? routes.documents(queryOf(source.filterQuery)) : routes.search({ q: source.phrase });
  const href = source.isCited ? routes.proofs() : issuer === undefined ? filtered : routes.issuer(issuer.code);
  return (
    <div className="mt-3">
      <h3 className="flex flex-wrap items-baseline gap-x-3 text-13/5 font-semibold">
        <Link href={href} lang={issuer === undefined ? undefined : "ja"}>
          {name}
        </Link>
        <span className="text-12/ui font-normal text-muted">
          <Counts source={source} />
        </span>
        <span className="ms-auto flex gap-3 font-normal">
          <Link className="text-12/ui" href={tellHref} aria-label={t("tellName", { name })}>
            {t("tell")}
          </Link>
          <button className="link text-12/ui" type="button" aria-label={t("seenName", { name })} onClick={onSeen}>
            {t("seen")}
          </button>
        </span>
      </h3>
      <ol className="rows">
        {documents.map((update) => (
          <UpdateRow
            key={update.seq}
            update={update}
            today={today}
            withIssuer={issuer === undefined}
            owned={owned?.find((each) => each.document_id === update.document.document_id)}
          />
        ))}
      </ol>
      {more > 0 ? (
        <p className="text-12/ui">
          <Link href={href}>{t("moreOf", { n: more })}</Link>
        </p>
      ) : null}
    </div>
  );
}

function countOf({ published, amendments, withdrawals }: NamedSource): number {
  return published + amendments + withdrawals;
}

function Counts({ source }: { readonly source: NamedSource }) {
  const t = useWords("updates");
  const locale = useLocale();
  const { published, amendments, withdrawals } = source;
  const parts = [
    published === 0 ? null : t("countDocuments", { n: published }),
    amendments === 0 ? null : t("countAmendments", { n: amendments }),
    withdrawals === 0 ? null : t("countWithdrawals", { n: withdrawals }),
  ];
  return parts.filter((part) => part !== null).join(locale === "ja" ? "、" : ", ");
}

interface RowProps {
  readonly update: NamedDocument;
  readonly today: string;
  readonly withIssuer: boolean;
  readonly owned: OwnedDocument | undefined;
}

function UpdateRow({ update: { document, kind, sections, proofs }, today, withIssuer, owned }: RowProps) {
  const t = useWords("updates");
  const types = useWords("documents");
  const locale = useLocale();
  return (
    <li className="grid-cols-[64px_minmax(0,1fr)_auto]" data-row>
      <time className="text-12/5 text-muted" dateTime={document.timeline_at ?? undefined}>
        {shortTime(moment(document.timeline_at), today, locale)}
      </time>
      <span>
        <Link
          className="text-ink hover:text-ai"
          href={routes.document(document.document_id)}
          lang={document.language ?? "ja"}
          data-row-link
        >
          {document.title ?? document.document_id}
        </Link>
        <span className="text-12 text-muted">
          <br />
          {kind === "document" ? null : (
            <>
              <b className="font-semibold text-ink">{t(`kind_${kind}`)}</b>
              {between(locale)}
            </>
          )}
          {withIssuer ? (
            <>
              {document.security_code} <span lang="ja">{document.issuer_name}</span>
              {between(locale)}
            </>
          ) : null}
          <span className="inline-block">{typeName(document.document_type, types)}</span>
        </span>
        {proofs.length > 0 ? (
          <span className="flex flex-wrap gap-x-3 text-12/ui text-muted">
            {t(kind === "document" ? "restates" : "yourProofs")}
            {proofs.map(({ id, quote }) => (
              <Link className="max-w-60 truncate" key={id} href={routes.receipt(id)} lang="ja">
                {quote}
              </Link>
            ))}
            {kind === "amendment" ? <Link href={routes.changes(document.document_id)}>{t("whatChanged")}</Link> : null}
          </span>
        ) : null}
        {sections.map(({ section_id, title, passages, price }) => (
          <span className="flex gap-2 text-12/ui text-muted" key={section_id}>
            <Link href={routes.section(document.document_id, section_id)} lang={document.language ?? "ja"}>
              {title ?? section_id}
            </Link>
            {t("passages", { n: passages })}
            <Price {...price} />
          </span>
        ))}
      </span>
      <span>
        <DocumentCost compact document={document} owned={owned} />
      </span>
    </li>
  );
}
