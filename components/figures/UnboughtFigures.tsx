import type { DocumentSummary, Original } from "@/lib/contract/resources";
import { getWords } from "@/lib/next/locale.server";
import { BuyFigures } from "./BuyFigures.tsx";

/** The number of figures as the service counted them, or that it is unknown. */
export async function UnboughtFigures({
  document,
  original,
}: {
  readonly document: DocumentSummary;
  readonly original: Original | undefined;
}) {
  const t = await getWords("figures");
  const count = original?.fact_count ?? undefined;
  if (count === 0)
    return (
      <div className="empty">
        <h2>{t("noFiguresTitle")}</h2>
        <p>{t("noFiguresText")}</p>
      </div>
    );
  return (
    <section className="grid max-w-160 justify-items-start gap-3" aria-labelledby="figures-to-buy">
      <h2 className="text-16/6 font-semibold" id="figures-to-buy">
        {count === undefined ? t("unboughtTitle_unknown") : t("unboughtTitle_counted", { n: count })}
      </h2>
      <p>{t("unboughtWhat")}</p>
      <ul className="list-disc ps-5 leading-6">
        <li>{document.document_family === "timely_disclosure" ? t("unboughtSummary") : t("unboughtKey")}</li>
        <li>{t("unboughtLabels")}</li>
        <li>{t("unboughtOut")}</li>
      </ul>
      {count === undefined ? <p className="text-muted">{t("unboughtUncounted")}</p> : null}
      {original === undefined ? null : (
        <BuyFigures
          documentId={document.document_id}
          originalId={original.original_id}
          language={document.language ?? "ja"}
          words={{
            verb: t("buy"),
            busyVerb: t("buying"),
            subject: t("buySubject", { title: document.title ?? document.document_id }),
          }}
        />
      )}
    </section>
  );
}
