"use client";

import { memo } from "react";
import { RowChanges } from "@/components/changes-row";
import { StandingMarks } from "@/components/standing";
import { IssuerGloss } from "@/components/ui/IssuerGloss";
import { Link } from "@/components/ui/Link.tsx";
import { ReadingCost } from "@/components/ui/ReadingCost";
import { readingCost } from "@/components/ui/reading-cost";
import type { Tier } from "@/lib/contract/prices";
import { useLocale, useWords } from "@/lib/next/provider";
import { routes } from "@/lib/routes";
import type { OwnedDocument } from "@/lib/spending/wire";
import { between } from "@/lib/text/format/between";
import { moment, weekdayName } from "@/lib/text/format/clock";
import { eraDate } from "@/lib/text/format/era";
import type { ListedDocument } from "@/lib/text/format/free-lists";
import { type ListPlace, placeAttributes } from "@/lib/text/format/list-places";
import { shortDay } from "@/lib/text/format/short-time";
import { familyShort, rowNotes } from "@/lib/text/i18n/document-words";
import { rowLook } from "./row-look.ts";
import { TimelineRow } from "./TimelineRow.tsx";

interface Props extends ListPlace {
  readonly document: ListedDocument;
  readonly day: string;
  readonly first: boolean;
  /** An amendment stands directly beneath what it amends, joined to it by a line. */
  readonly stacked: boolean;
  /** Shows the issuer, as the list of the whole market does. */
  readonly withIssuer: boolean;
  readonly owned: OwnedDocument | undefined;
  readonly tiers: readonly Tier[];
}

/**
 * A document in a timeline: its day where it is the first of it, time, family, title, type, length, and the cost of
 * reading it. Rendered again only where it changes: a list is whenever more of it is loaded.
 */
export const TimelineDocument = memo(function TimelineDocument(props: Props) {
  const { document, first, stacked } = props;
  const t = useWords("documents");
  const locale = useLocale();
  const at = moment(document.timeline_at);
  const time = at === undefined ? "" : stacked ? shortDay(at.date, locale) : (at.time ?? "");
  const said = at === undefined ? undefined : `${eraDate(at.date, locale)}${at.time === null ? "" : ` ${at.time} JST`}`;
  return (
    <div className={first ? `${rowLook.grid} border-t border-line` : rowLook.grid}>
      <Day day={props.day} first={first} />
      <div className={first || stacked ? undefined : "border-t border-line"}>
        <TimelineRow
          data-row="true"
          {...placeAttributes(props)}
          joined={stacked}
          time={
            <time dateTime={document.timeline_at ?? undefined} title={said}>
              {time}
            </time>
          }
          family={familyShort(document.document_family, t)}
          volume={document.page_count === null ? "" : t("pages", { n: document.page_count })}
          cost={<ReadingCost shown={readingCost(document, props.owned, props.tiers)} t={t} />}
        >
          <Link lang={document.language ?? "ja"} href={routes.document(document.document_id)}>
            {document.title ?? document.document_id}
          </Link>
          <span>
            {props.withIssuer ? <Issuer document={document} /> : null}
            <StandingMarks document={document} without={stacked ? amended : none} />
            {rowNotes(document, { stacked, owned: props.owned, t, locale })}
            <RowChanges document={document} />
          </span>
        </TimelineRow>
      </div>
    </div>
  );
});

const amended = ["amended"] as const;
const none = [] as const;

/** The first row of a day shows the date; the others leave that column empty. */
function Day({ day, first }: { readonly day: string; readonly first: boolean }) {
  const t = useWords("documents");
  const locale = useLocale();
  if (!first) return <span className="max-md:hidden" />;
  if (day === "") return <h3 className={rowLook.day}>{t("noDate")}</h3>;
  return (
    <h3 className={rowLook.day} title={eraDate(day, locale)}>
      {shortDay(day, locale)}
      <span className={rowLook.underDay}>{weekdayName(day, locale)}</span>
    </h3>
  );
}

function Issuer({ document }: { readonly document: ListedDocument }) {
  const locale = useLocale();
  const { security_code: code } = document;
  if (code === null) return null;
  return (
    <>
      <Link href={routes.issuer(code)}>
        <span lang="ja">{document.issuer_name}</span>
        {` ${code}`}
        <IssuerGloss name={document.issuer_name_en} />
      </Link>
      {between(locale)}
    </>
  );
}
