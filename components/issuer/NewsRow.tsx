"use client";

import { OwnedSeal } from "@/components/cost";
import { TimelineRow } from "@/components/documents";
import { Link } from "@/components/ui/Link.tsx";
import { useLocale, useWords } from "@/lib/next/provider";
import { routes } from "@/lib/routes";
import { between } from "@/lib/text/format/between";
import { moment } from "@/lib/text/format/clock";
import { type ListPlace, placeAttributes } from "@/lib/text/format/list-places";
import { shortDay } from "@/lib/text/format/short-time";
import type { NewsBlock } from "@/lib/text/format/timeline";
import { BlockDays } from "./BlockDays.tsx";
import type { ListedStatement } from "./statements.ts";

interface Props {
  readonly statement: ListedStatement;
  readonly block: NewsBlock<ListedStatement>;
  readonly first: boolean;
  readonly place: ListPlace;
}

/** An owned statement in the timeline. */
export function NewsRow({ statement, block, first, place }: Props) {
  const t = useWords("issuer");
  const locale = useLocale();
  const observed = moment(statement.observed_at);
  const cited = statement.references.flatMap((each) => each.title ?? []).slice(0, 2);
  return (
    <BlockDays block={block} first={first}>
      <div className={first ? undefined : "border-t border-line"}>
        <TimelineRow
          data-row
          {...placeAttributes(place)}
          time={
            <time dateTime={statement.observed_at ?? undefined}>{observed && shortDay(observed.date, locale)}</time>
          }
          family={t("news")}
          volume={t("refs", { n: statement.references.length })}
          cost={<OwnedSeal />}
        >
          <Link href={routes.news(statement.news_id)} lang="ja">
            {statement.title ?? beginning(statement.statement) ?? t("untitled")}
          </Link>
          <span>
            {t("statement")}
            {cited.map((title) => (
              <span key={title}>
                {between(locale)}
                <span lang="ja">{title}</span>
              </span>
            ))}
          </span>
        </TimelineRow>
      </div>
    </BlockDays>
  );
}

const shownMax = 48;

/** A statement without a title is shown by its first words. */
function beginning(text: string | null): string | null {
  const characters = [...(text ?? "")];
  if (characters.length === 0) return null;
  return characters.length > shownMax ? `${characters.slice(0, shownMax).join("")}…` : characters.join("");
}
