import { yearOf } from "@/components/changes";
import type { DocumentSummary } from "@/lib/contract/resources";
import { getWords } from "@/lib/next/locale.server";
import { moment } from "@/lib/text/format/clock";

/** Both documents by their year and the day of filing. Side by side each stands above its text. */
export async function Years(props: {
  readonly document: DocumentSummary;
  readonly against: DocumentSummary;
  readonly isSideBySide: boolean;
}) {
  const t = await getWords("changes");
  const { document, against } = props;
  const dayOf = (each: DocumentSummary) => moment(each.timeline_at)?.date ?? "";
  const later = { year: await yearOf(document, against), day: dayOf(document) };
  const earlier = { year: await yearOf(against, document), day: dayOf(against) };
  if (props.isSideBySide) {
    return (
      <div className="years grid grid-cols-2 gap-x-8 max-md:not-print:hidden">
        {[earlier, later].map(({ year, day }) => (
          <span key={year}>
            <b>{year}</b> {t("filed", { day })}
          </span>
        ))}
      </div>
    );
  }
  return (
    <div className="years flex flex-wrap items-baseline gap-x-4">
      <span>
        <b>{later.year}</b> {t("against", { day: later.day })}
      </span>
      <span>
        <b className="font-normal!">{earlier.year}</b> {t("filed", { day: earlier.day })}
      </span>
      <span className="ms-auto max-md:hidden" aria-hidden="true">
        <ins className="bg-ai-wash underline decoration-ai decoration-2 underline-offset-4">{t("added")}</ins>{" "}
        <del className="bg-sunk line-through">{t("removed")}</del>
      </span>
    </div>
  );
}
