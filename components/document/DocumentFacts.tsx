import type { ReactNode } from "react";
import { Link } from "@/components/ui/Link.tsx";
import { Unbroken } from "@/components/ui/Unbroken.tsx";
import type { DocumentSummary } from "@/lib/contract/resources";
import { getLocale, getWords } from "@/lib/next/locale.server";
import type { DocumentOverview } from "@/lib/reading/cover";
import { routes } from "@/lib/routes";
import { withoutSourceWord } from "@/lib/text/format/citation";
import { moment } from "@/lib/text/format/clock";
import { eraDate, fiscalPeriod } from "@/lib/text/format/era";
import { outsideLink } from "@/lib/text/format/outside-link";
import { statusName } from "@/lib/text/i18n/document-words";

/** The most asked for first. Unknown facts are left out. */
export async function DocumentFacts({ cover }: { readonly cover: DocumentOverview }) {
  const { document } = cover;
  const t = await getWords("document");
  const names = await getWords("documents");
  const rows: readonly (readonly [string, ReactNode])[] = [
    [t("issuer"), issuerOf(document, cover.issuerNameEn)],
    [t("period"), <Period key="period" document={document} />],
    [
      document.document_family === "edinet_filing" ? t("filed") : t("published"),
      <Filed key="filed" document={document} />,
    ],
    [t("status"), document.content_status === "" ? null : statusName(document.content_status, names)],
    [t("amends"), <Relative key="amends" id={document.amends_document_id} found={cover.amends} />],
    [t("amendedBy"), <Relative key="by" id={document.amended_by_document_id} found={cover.amendedBy} />],
    [t("supersededBy"), <Relative key="later" id={document.superseded_by_document_id} found={cover.supersededBy} />],
    [t("source"), <Source key="source" document={document} />],
  ];
  const known = [
    true,
    document.period_start !== null || document.period_end !== null || document.fiscal_period !== null,
    moment(document.timeline_at) !== undefined,
    true,
    document.amends_document_id !== null,
    document.amended_by_document_id !== null,
    document.superseded_by_document_id !== null,
    document.source_attribution !== null || document.source_url !== null,
  ];
  return (
    <>
      <div className="sect-h">
        <h2>{t("document")}</h2>
      </div>
      <dl className="facts ruled">
        {rows.map(([name, value], index) =>
          known[index] !== true || value === null
            ? null
            : [<dt key={`${name} t`}>{name}</dt>, <dd key={`${name} d`}>{value}</dd>],
        )}
      </dl>
    </>
  );
}

function issuerOf(document: DocumentSummary, nameEn: string | null): ReactNode {
  const { issuer_name: name, security_code: code } = document;
  if (code === null) return name === null ? null : <span lang="ja">{name}</span>;
  return (
    <>
      <Link href={routes.issuer(code)} lang="ja">
        {name ?? code}
      </Link>{" "}
      {name === null ? null : <span className="text-muted">{code}</span>}
      {nameEn === null ? null : <span className="block text-12/4.5 text-muted">{nameEn}</span>}
    </>
  );
}

async function Period({ document }: { readonly document: DocumentSummary }) {
  const t = await getWords("document");
  const locale = await getLocale();
  const { period_start: from, period_end: to, fiscal_period: fiscal } = document;
  const days = from !== null && to !== null ? t("periodSpan", { from, to }) : (from ?? to);
  const title = [from, to].flatMap((day) => (day === null ? [] : eraDate(day, locale))).join(" – ");
  return (
    <>
      {days === null ? null : (
        <span title={title}>
          <Unbroken text={days} />
        </span>
      )}{" "}
      {fiscal === null ? null : (
        <span className={days === null ? undefined : "text-muted"}>{fiscalPeriod(fiscal, locale)}</span>
      )}
    </>
  );
}

async function Filed({ document }: { readonly document: DocumentSummary }) {
  const t = await getWords("document");
  const locale = await getLocale();
  const at = moment(document.timeline_at);
  if (at === undefined) return null;
  return (
    <time dateTime={document.timeline_at ?? undefined} title={eraDate(at.date, locale)}>
      {at.date}
      {at.time === null ? "" : ` ${at.time}${locale === "ja" ? "" : " "}${t("jst")}`}
    </time>
  );
}

function Relative({ id, found }: { readonly id: string | null; readonly found: DocumentSummary | null }) {
  if (id === null) return null;
  const day = moment(found?.timeline_at ?? null)?.date;
  return (
    <>
      <Link href={routes.document(id)} lang={found?.language ?? "ja"}>
        {found?.title ?? id}
      </Link>{" "}
      {day === undefined ? null : <span className="text-muted whitespace-nowrap">{day}</span>}
    </>
  );
}

async function Source({ document }: { readonly document: DocumentSummary }) {
  const t = await getWords("document");
  const { source_attribution: attribution, source_url: url } = document;
  const words = attribution === null ? url : withoutSourceWord(attribution);
  const source = outsideLink(document.source_url);
  return source !== undefined ? (
    <a href={source} rel="noopener noreferrer" target="_blank" lang="ja" title={t("source")}>
      {words}
    </a>
  ) : (
    <span lang="ja">{words}</span>
  );
}
