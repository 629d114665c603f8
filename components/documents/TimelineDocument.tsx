"use client";
"use memo";

import Link from "next/link";
import { OwnedSeal, Price } from "@/components/cost";
import { moment } from "@/lib/format/clock";
import { eraDate } from "@/lib/format/era";
import type { ListedDocument } from "@/lib/format/free-lists";
import { documentPrice, usualTiers } from "@/lib/format/prices";
import { useLocale, useWords } from "@/lib/i18n/provider";
import type { OwnedDocument } from "@/lib/purchases/wire";
import { routes } from "@/lib/routes";
import { familyShort, rowNotes } from "@/lib/i18n/document-words";

interface Props {
  readonly document: ListedDocument;
  readonly stacked: boolean;
  readonly owned: OwnedDocument | undefined;
  /** In a list of the whole market a row names its issuer. */
  readonly withIssuer: boolean;
  readonly position: number;
  readonly total: number;
}

/** One document of a timeline: when, whose family, title and what it is, how long, what reading costs. */
export function TimelineDocument({ document, stacked, owned, withIssuer, position, total }: Props) {
  const t = useWords("documents");
  const locale = useLocale();
  const at = moment(document.timeline_at);
  const lang = document.language ?? "ja";
  return (
    <article className={stacked ? "tl amends" : "tl"} aria-posinset={position} aria-setsize={total} data-row>
      <time
        className="t"
        dateTime={document.timeline_at ?? undefined}
        title={at === undefined ? undefined : `${eraDate(at.date, locale)}${at.time === null ? "" : ` ${at.time} JST`}`}
      >
        {at === undefined ? "" : stacked ? at.date.slice(5) : (at.time ?? "")}
      </time>
      <span className="fam">{familyShort(document.document_family, t)}</span>
      <span className="two">
        <Link href={routes.document(document.document_id)} lang={lang} prefetch={false}>
          {document.title ?? document.document_id}
        </Link>
        <span>
          {withIssuer && document.security_code !== null ? (
            <>
              <Link className="ink" href={routes.issuer(document.security_code)} prefetch={false}>
                <span lang="ja">{document.issuer_name}</span> {document.security_code}
              </Link>
              {locale === "ja" ? "・" : " · "}
            </>
          ) : null}
          {rowNotes(document, { stacked, owned, t, locale })}
        </span>
      </span>
      <span className="vol">{document.page_count === null ? null : t("pages", { n: document.page_count })}</span>
      <span className="cost">
        <RowCost document={document} owned={owned} />
      </span>
    </article>
  );
}

function RowCost({
  document,
  owned,
}: {
  readonly document: ListedDocument;
  readonly owned: OwnedDocument | undefined;
}) {
  const t = useWords("documents");
  if (owned?.whole === true) return <OwnedSeal />;
  switch (document.content_status) {
    case "ready":
      return <Price {...documentPrice(usualTiers, document.character_count)} />;
    case "pending_release":
      return <span className="pend">{t("rowPending")}</span>;
    case "unavailable":
      return document.image_available === true ? (
        <span title={t("rowPagesOnly")}>
          <Price min={1} max={1} />
          <span className="vh"> {t("aPage")}</span>
        </span>
      ) : (
        <span className="muted small">{t("rowUnavailable")}</span>
      );
    case "withdrawn":
      return <span className="muted small">{t("rowWithdrawn")}</span>;
    default:
      return <span className="muted small">{document.content_status}</span>;
  }
}
