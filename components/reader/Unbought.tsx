"use client";

import { useRouter } from "next/navigation";
import type { ReactNode } from "react";
import { OwnedSeal, PaidAction, Price } from "@/components/cost";
import { Link } from "@/components/ui/Link.tsx";
import { SectionGloss } from "@/components/ui/SectionGloss";
import { pagePrice } from "@/lib/contract/prices";
import { useLocale, useWords } from "@/lib/next/provider";
import type { ReadingData } from "@/lib/reading/reading-data";
import { routes } from "@/lib/routes";
import { type QuoteAnchor, resolveQuote } from "@/lib/text/format/quote-anchor";
import { writeList } from "@/lib/text/i18n/write-list";
import type { MapRow } from "@/lib/text/toc/prices";

/** Shown for a section that isn't bought: what it contains, its price, and the alternatives. */
export function Unbought(props: {
  data: ReadingData;
  row: MapRow;
  rows: readonly MapRow[];
  /** The passage that the link quotes. */
  quoted: QuoteAnchor | undefined;
  /** Warnings about guessed tables. */
  uncertain?: ReactNode;
}) {
  const { data, row } = props;
  const t = useWords("reader");
  const locale = useLocale();
  const router = useRouter();
  const { document_id: documentId, language } = data.document;
  const inside = props.rows.filter((each) => each.ancestors.includes(row.id));
  const title = row.title ?? row.id;
  const bought = () => {
    const fragment = data.found.find((passage) => passage.fragment !== null)?.fragment;
    // The passage that was found is then marked in its place, unless the link marks another.
    if (location.hash === "" && fragment != null) history.replaceState(history.state, "", fragment);
    router.refresh();
  };
  const isShown = data.found.some(({ text }) => props.quoted !== undefined && resolveQuote(text, props.quoted));
  const listed = data.pages.filter((page) => page.listed);
  const begins = data.placed[row.id];
  const firstPage = (listed.find((page) => page.pageNumber === begins) ?? listed[0])?.pageNumber;
  return (
    <div className="grid justify-items-start gap-3 [&>section]:mt-6 [&>section]:w-full">
      <h1 className="font-reading text-20/7 font-semibold" lang={language}>
        {title}
      </h1>
      <SectionGloss title={row.title} told={row.titleEn} className="block text-13/5 text-muted" />
      <p className="text-muted">
        {row.characters === null
          ? t("sizeUnknown")
          : t("holds", { n: row.characters, lines: minutesOf(row.characters) })}
      </p>
      <Found passages={data.found} language={language} />
      {props.quoted !== undefined && !isShown ? <p className="text-muted">{t("markedPassage")}</p> : null}
      {props.uncertain}
      <PaidAction
        action={{ kind: "sections", document_id: documentId, sections: [row.id] }}
        verb={t("readSection")}
        busyVerb={t("readingSection")}
        price={row.price}
        subject={title}
        subjectLang={language}
        onBought={bought}
      />
      {inside.length === 0 ? null : (
        <section className="min-w-0">
          <div className="sect-h">
            <h2>{t("inside")}</h2>
            <span className="text-muted text-12/ui">{t("insideNote")}</span>
          </div>
          <ul className="*:grid *:grid-cols-[minmax(0,1fr)_auto] *:gap-4 *:border-b *:border-line *:py-1 *:leading-5">
            {inside.map((each) => (
              <li key={each.id} style={{ paddingInlineStart: 16 * (each.ancestors.length - row.ancestors.length - 1) }}>
                <Link href={routes.section(documentId, each.id)} lang={language} className="text-ink hover:text-ai">
                  {each.title ?? each.id}
                  <SectionGloss title={each.title} told={each.titleEn} />
                </Link>
                <span className="text-muted">
                  {each.characters === null ? null : t("characters", { n: each.characters })}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {data.missingParts.length === 0 ? null : (
        <p className="text-muted text-12/ui">{t("partsMissing", { parts: writeList(data.missingParts, locale) })}</p>
      )}
      <section className="min-w-0">
        <div className="sect-h">
          <h2>{t("otherWays")}</h2>
        </div>
        <ul className="*:grid *:grid-cols-[minmax(0,1fr)_auto] *:gap-4 *:border-b *:border-line *:py-1 *:leading-5">
          <li>
            <Link href={routes.document(documentId)}>
              {t(data.missingParts.length === 0 ? "wholeDocument" : "allThere")}
            </Link>
            <Price {...data.wholePrice} />
          </li>
          {firstPage === undefined ? null : (
            <li>
              <Link href={routes.page(documentId, firstPage)}>{t("pagesEach")}</Link>
              <Price {...pagePrice} />
            </li>
          )}
        </ul>
      </section>
    </div>
  );
}

/** Passages that a search of the owner already quoted from this section. */
function Found({ passages, language }: { passages: ReadingData["found"]; language: string }) {
  const t = useWords("reader");
  return passages.map(({ query, day, text, segments }) => (
    <figure className="mx-0 my-1 w-full max-w-measure border-s border-line ps-4" key={text}>
      <blockquote className="m-0 font-reading text-14/text normal-nums [text-autospace:normal]" lang={language}>
        {segments.map((segment, at) =>
          segment.marked ? <mark key={at}>{segment.text}</mark> : <span key={at}>{segment.text}</span>,
        )}
      </blockquote>
      <figcaption className="mt-1 flex flex-wrap items-baseline gap-x-3 text-12/5 text-muted">
        <span>{t("foundBy", { query, day })}</span>
        <OwnedSeal />
      </figcaption>
    </figure>
  ));
}

/** Minutes to read a text, at 600 characters a minute for Japanese prose. */
function minutesOf(characters: number): number {
  return Math.max(1, Math.round(characters / 600));
}
