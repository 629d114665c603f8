"use client";
"use memo";

import { RowChangesLater } from "@/components/changes-row";
import { StandingMarks } from "@/components/standing";
import { IssuerGloss } from "@/components/ui/IssuerGloss";
import { Link } from "@/components/ui/Link.tsx";
import type { Tier } from "@/lib/contract/prices";
import { moment } from "@/lib/format/clock";
import { eraDate } from "@/lib/format/era";
import type { ListedDocument } from "@/lib/format/free-lists";
import { familyShort, rowNotes } from "@/lib/i18n/document-words";
import { useLocale, useWords } from "@/lib/i18n/provider";
import type { OwnedDocument } from "@/lib/purchases/wire";
import { routes } from "@/lib/routes";
import { DocumentCostBy } from "./DocumentCost.tsx";
import { TimelineRow } from "./TimelineRow.tsx";

interface Props {
  readonly document: ListedDocument;
  readonly stacked: boolean;
  readonly owned: OwnedDocument | undefined;
  readonly tiers: readonly Tier[];
  /** Shows the issuer, as the list of the whole market does. */
  readonly withIssuer: boolean;
  readonly position: number;
  readonly total: number;
}

/** A document in a timeline: time, family, title, type, length, and the cost of reading it. */
export function TimelineDocument({ document, stacked, owned, tiers, withIssuer, position, total }: Props) {
  const t = useWords("documents");
  const locale = useLocale();
  const at = moment(document.timeline_at);
  const lang = document.language ?? "ja";
  return (
    <TimelineRow
      aria-posinset={position}
      aria-setsize={total}
      data-row
      stacked={stacked}
      time={
        <time
          dateTime={document.timeline_at ?? undefined}
          title={
            at === undefined ? undefined : `${eraDate(at.date, locale)}${at.time === null ? "" : ` ${at.time} JST`}`
          }
        >
          {at === undefined ? "" : stacked ? at.date.slice(5) : (at.time ?? "")}
        </time>
      }
      family={familyShort(document.document_family, t)}
      volume={document.page_count === null ? null : t("pages", { n: document.page_count })}
      cost={<DocumentCostBy document={document} owned={owned} tiers={tiers} />}
    >
      <Link href={routes.document(document.document_id)} lang={lang}>
        {document.title ?? document.document_id}
      </Link>
      <span>
        {withIssuer && document.security_code !== null ? (
          <>
            <Link href={routes.issuer(document.security_code)}>
              <span lang="ja">{document.issuer_name}</span> {document.security_code}
              <IssuerGloss name={document.issuer_name_en} />
            </Link>
            {locale === "ja" ? "・" : " · "}
          </>
        ) : null}
        <StandingMarks document={document} without={stacked ? ["amended"] : []} />
        {rowNotes(document, { stacked, owned, t, locale })}
        <RowChangesLater document={document} />
      </span>
    </TimelineRow>
  );
}
