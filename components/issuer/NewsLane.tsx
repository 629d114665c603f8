"use client";

import { PaidAction } from "@/components/cost";
import type { SecurityCode } from "@/lib/contract/ids";
import { newsListPrice } from "@/lib/contract/prices";
import { useWords } from "@/lib/next/provider";
import type { NewsBlock } from "@/lib/text/format/timeline";
import { BlockDays } from "./BlockDays.tsx";
import type { ListedStatement } from "./statements.ts";

/** A period of the timeline whose news was not listed yet, or was listed and is empty. Only its button spends. */
export function NewsLane({
  securityCode,
  block,
}: {
  readonly securityCode: SecurityCode;
  readonly block: NewsBlock<ListedStatement>;
}) {
  const t = useWords("issuer");
  const { since, until, statements, more } = block;
  const goesOn = statements !== null && statements.length > 0 && more != null;
  const listed = statements !== null && !goesOn;
  return (
    <BlockDays block={block} first={!goesOn}>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 py-1.75">
        <span>{listed ? t("newsEmpty") : goesOn ? t("newsGoesOn") : t("newsNotListed")}</span>
        {listed ? null : (
          <span className="ms-auto print:hidden">
            <PaidAction
              action={{
                kind: "list_news",
                input: {
                  security_codes: [securityCode],
                  timeline_since: since,
                  timeline_until: until,
                  ...(goesOn ? { cursor: more } : {}),
                },
              }}
              verb={goesOn ? t("listMore") : t("listNews")}
              price={newsListPrice}
              subject={`${t("news")} ${securityCode} ${since} – ${until}`}
              size="sm"
              bare
            />
          </span>
        )}
      </div>
    </BlockDays>
  );
}
