"use client";

import { BasketButton, OwnedSeal, Price } from "@/components/cost";
import { StandingMarks } from "@/components/standing";
import { IssuerGloss } from "@/components/ui/IssuerGloss";
import { Link } from "@/components/ui/Link.tsx";
import { SectionGloss } from "@/components/ui/SectionGloss";
import { jstDate } from "@/lib/contract/dates";
import { contentPrice } from "@/lib/contract/prices";
import { useLocale, useWords } from "@/lib/next/provider";
import type { TocSizes } from "@/lib/next/queries/toc";
import { routes } from "@/lib/routes";
import type { OwnedDocument } from "@/lib/spending/wire";
import { between } from "@/lib/text/format/between";
import { segmentsOf } from "@/lib/text/format/snippet";
import { AlsoIn } from "./AlsoIn";
import { abbreviatedPath, type Hit, type HitGroup, hitAddress } from "./hits";
import { searchTypes } from "./search-form";

interface Props {
  readonly group: HitGroup;
  /** The number of a hit among all that lead to a section; -1 for another. */
  readonly numberOf: (hit: Hit) => number;
  readonly owned: OwnedDocument | undefined;
  readonly sizes: TocSizes | undefined;
}

/** Opening a hit's section shows the price and buys nothing. */
export function HitDocumentRow({ group, numberOf, owned, sizes }: Props) {
  const t = useWords("search");
  const locale = useLocale();
  const names = useWords("documents");
  const { document } = group;
  const language = document.language ?? "ja";
  const type = searchTypes.find((each) => each === document.document_type);
  const filed = document.timeline_at === null ? null : jstDate(Date.parse(document.timeline_at));
  const by = [
    type === undefined ? document.document_type : names(`type_${type}`),
    filed,
    document.missing_parts.length === 0 ? null : t("incomplete"),
  ].filter((each) => each !== null);
  return (
    <article className="grid grid-cols-[minmax(0,1fr)] border-b border-line pt-3 pb-1.5">
      <header className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4">
        <h3 className="text-14/5 font-semibold" lang={language}>
          <Link className="text-ink hover:text-ai" href={routes.document(document.document_id)}>
            {document.title ?? document.document_id}
          </Link>
        </h3>
        <span className="text-12/ui whitespace-nowrap text-muted [&_.price]:ms-1.5">
          {owned?.whole === true ? (
            <OwnedSeal />
          ) : sizes === undefined || document.character_count === null ? null : (
            <>
              {t(document.missing_parts.length === 0 ? "wholeDocument" : "allThere")}{" "}
              <Price {...contentPrice(sizes.tiers, document.character_count)} />
            </>
          )}
        </span>
      </header>
      <p className="text-12/5 text-muted">
        <span lang={language}>{document.issuer_name}</span> {document.security_code}
        <IssuerGloss name={document.issuer_name_en} />
        {between(locale)}
        <StandingMarks document={document} />
        {by.join(between(locale))}
      </p>
      {group.hits.map((hit, index) => (
        <Passage
          key={`${hit.section_id} ${index}`}
          hit={hit}
          at={numberOf(hit)}
          owned={owned}
          sizes={sizes}
          language={language}
        />
      ))}
    </article>
  );
}

function Passage(props: {
  hit: Hit;
  at: number;
  owned: OwnedDocument | undefined;
  sizes: TocSizes | undefined;
  language: string;
}) {
  const t = useWords("search");
  const { hit, at, owned, sizes, language } = props;
  const path = hit.section_path.length > 0 ? hit.section_path : [hit.section_title ?? t("document")];
  const isOwned =
    owned?.whole === true || (hit.section_id !== null && owned?.sections.includes(hit.section_id) === true);
  const size = hit.section_id === null ? null : (sizes?.sections[hit.section_id] ?? null);
  return (
    <div
      className="grid grid-cols-[240px_minmax(0,1fr)_96px] items-baseline gap-x-4 border-line py-2 max-lg:grid-cols-[176px_minmax(0,1fr)_88px] max-md:grid-cols-[minmax(0,1fr)_auto] [&+&]:border-t"
      data-row=""
    >
      <span className="min-w-0 text-12/5" lang={language}>
        <Link
          className="block text-pretty"
          href={hitAddress(hit)}
          title={path.join(" › ")}
          data-hit={at === -1 ? undefined : at}
        >
          {abbreviatedPath(path)}
        </Link>
        <SectionGloss title={hit.section_title} told={hit.section_title_en} className="block text-muted" />
      </span>
      {hit.snippet === null ? (
        <span />
      ) : (
        <p
          className="-mt-0.5 max-w-[44em] font-reading text-14/[1.7] normal-nums [text-autospace:normal] max-md:col-start-1 max-md:-col-end-1 max-md:row-start-2 max-md:row-end-3 max-md:mt-0.5"
          lang={language}
        >
          {segmentsOf(hit.snippet).map((segment, index) =>
            segment.marked ? <mark key={index}>{segment.text}</mark> : <span key={index}>{segment.text}</span>,
          )}
        </p>
      )}
      <span className="justify-self-end">
        {isOwned ? (
          <OwnedSeal />
        ) : hit.section_id === null || sizes === undefined ? null : (
          <span className="flex items-center gap-3">
            <Price {...contentPrice(sizes.tiers, size)} />
            <BasketButton
              action={{ kind: "sections", document_id: hit.document.document_id, sections: [hit.section_id] }}
            />
          </span>
        )}
      </span>
      <AlsoIn places={hit.also_in} language={language} />
    </div>
  );
}
