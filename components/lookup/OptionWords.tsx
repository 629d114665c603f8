"use client";

import { Price } from "@/components/cost";
import { searchPrice } from "@/lib/contract/prices";
import { useLocale, useWords } from "@/lib/next/provider";
import { between } from "@/lib/text/format/between";
import { moment } from "@/lib/text/format/clock";
import { fiscalPeriod } from "@/lib/text/format/era";
import type { FindTarget } from "@/lib/text/format/find-target";
import type { ListedDocument, ListedIssuer } from "@/lib/text/format/free-lists";
import type { IssuerMatch } from "@/lib/text/format/issuer-index";
import { shortDay } from "@/lib/text/format/short-time";
import { typeVocabulary } from "@/lib/text/format/type-vocabulary";
import type { WordKey } from "@/lib/text/i18n/namespaces";
import type { Words } from "@/lib/text/i18n/words";
import type { LookupOption } from "./options.ts";

/** The three columns of an answer: its code or period, its words, what it costs or when it was filed. */
export function OptionWords({ option, text }: { readonly option: LookupOption; readonly text: string }) {
  const t = useWords("lookup");
  switch (option.kind) {
    case "target":
      return (
        <>
          <span className="whitespace-nowrap text-muted">
            {option.target.kind === "issuer" ? option.target.securityCode : ""}
          </span>
          <span>{targetWords(option.target, t)}</span>
          <span />
        </>
      );
    case "document":
      return <DocumentWords document={option.document} />;
    case "list":
      return (
        <>
          <span />
          <span>{t("wholeList")}</span>
          <span className="text-muted text-12/ui">{t("free")}</span>
        </>
      );
    case "issuer":
      return <IssuerWords match={option.match} />;
    case "search":
      return (
        <>
          <span>
            <Price {...searchPrice} />
          </span>
          <span lang="ja">{t("searchFor", { text })}</span>
          <span className="text-muted text-12/ui">{t("spendsNothing")}</span>
        </>
      );
  }
}

function DocumentWords({ document }: { readonly document: ListedDocument }) {
  const locale = useLocale();
  const at = moment(document.timeline_at);
  const names = typeVocabulary[document.document_type ?? ""];
  // The title of a Japanese document says its type in Japanese; an English page adds its name.
  const notes = [
    locale === "en" ? names?.en[0] : undefined,
    document.fiscal_period === null ? undefined : fiscalPeriod(document.fiscal_period, locale),
  ].filter((part) => part !== undefined);
  return (
    <>
      <span className="whitespace-nowrap text-12/5 text-muted tabular-nums">{at?.date.slice(0, 4)}</span>
      <span>
        <span lang={document.language ?? "ja"}>{document.title ?? document.document_id}</span>
        {notes.length === 0 ? null : <span className="block text-12/5 text-muted">{notes.join(between(locale))}</span>}
      </span>
      <time className="text-12/5 text-muted tabular-nums" dateTime={document.timeline_at ?? undefined}>
        {at === undefined ? null : shortDay(at.date, locale)}
      </time>
    </>
  );
}

function IssuerWords({ match }: { readonly match: IssuerMatch<ListedIssuer> }) {
  const { issuer } = match;
  return (
    <>
      <span className="whitespace-nowrap text-muted">{issuer.security_code}</span>
      <span>
        <span lang="ja">{marked(issuer.name, match.nameRange)}</span>{" "}
        {issuer.name_en === null ? null : (
          <span className="text-muted" lang="en">
            {marked(issuer.name_en, match.nameEnRange)}
          </span>
        )}
      </span>
      <span />
    </>
  );
}

function marked(name: string, range: readonly [number, number] | null) {
  if (range === null) return name;
  return (
    <>
      {name.slice(0, range[0])}
      <b>{name.slice(...range)}</b>
      {name.slice(range[1])}
    </>
  );
}

function targetWords(target: FindTarget, t: Words<WordKey<"lookup">>): string {
  if (target.kind === "document") return t("openDocument", { id: target.documentId });
  return target.kind === "issuer" ? t("openIssuer", { code: target.securityCode }) : t("openPlace");
}
