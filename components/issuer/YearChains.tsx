import type { ReactNode } from "react";
import { Link } from "@/components/ui/Link.tsx";
import { jstDate } from "@/lib/contract/dates";
import type { DocumentSummary } from "@/lib/contract/resources";
import { getLocale, getWords } from "@/lib/next/locale.server";
import { routes } from "@/lib/routes";
import { type ChainStep, type ChainYear, yearChains } from "@/lib/text/changes/year-chain";
import { moment } from "@/lib/text/format/clock";
import { fiscalPeriod } from "@/lib/text/format/era";
import { typeName } from "@/lib/text/i18n/document-words";

/** Years that are open at once. */
const shownYears = 2;

/** An issuer's summaries and reports, a year a row: where they belong together, and which of them are missing. */
export async function YearChains({ documents }: { readonly documents: readonly DocumentSummary[] | undefined }) {
  const t = await getWords("issuer");
  const years = yearChains(documents ?? [], jstDate(Date.now()));
  if (documents !== undefined && years.length === 0) return null;
  return (
    <section className="mb-8" aria-labelledby="years-head">
      <div className="sect-h">
        <h2 id="years-head">{t("years")}</h2>
      </div>
      {documents === undefined ? (
        <p className="text-muted">{t("yearsUnknown")}</p>
      ) : (
        <>
          <Years years={years.slice(0, shownYears)} />
          {years.length <= shownYears ? null : (
            <details>
              <summary className="link inline-block py-1.5 text-12/ui">{t("earlierYears")}</summary>
              <Years years={years.slice(shownYears)} />
            </details>
          )}
        </>
      )}
    </section>
  );
}

async function Years({ years }: { readonly years: readonly ChainYear<DocumentSummary>[] }) {
  const t = await getWords("issuer");
  const locale = await getLocale();
  return (
    <table className="list table-fixed max-md:block max-md:[&_:is(tbody,tr,th)]:block max-md:[&_td]:grid max-md:[&_td]:grid-cols-[7em_minmax(0,1fr)]">
      <thead className="max-md:hidden">
        <tr className="*:text-start">
          <th className="w-28">{t("year")}</th>
          {([1, 2, 3, 4] as const).map((quarter) => (
            <th key={quarter}>{t(`quarter${quarter}`)}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {years.map(({ fiscalYear, steps }, index) => (
          <tr key={`${fiscalYear} ${index}`}>
            <th className="text-start align-top" scope="row">
              {fiscalPeriod(fiscalYear, locale)}
            </th>
            {([1, 2, 3, 4] as const).map((quarter) => (
              <td className="max-md:not-has-[[data-step=here],[data-step=missing]]:hidden" key={quarter}>
                <span className="text-12/5 text-muted md:hidden">{t(`quarter${quarter}`)}</span>
                <span>
                  {steps
                    .filter((step) => step.quarter === quarter)
                    .map((step) => (
                      <Step key={step.kind} step={step} />
                    ))}
                </span>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

async function Step({
  step: { document, state, type },
}: {
  readonly step: ChainStep<DocumentSummary>;
}): Promise<ReactNode> {
  const t = await getWords("issuer");
  const name = typeName(type, await getWords("documents"));
  if (document === undefined) {
    return state === "before" ? null : (
      <span className={`block text-muted ${state === "expected" ? "max-md:hidden" : ""}`} data-step={state}>
        {name} {t(state === "missing" ? "stepMissing" : "stepExpected")}
      </span>
    );
  }
  return (
    <span className="block" data-step={state}>
      <Link href={routes.document(document.document_id)}>{name}</Link>{" "}
      <span className="text-12/5 whitespace-nowrap text-muted">{moment(document.timeline_at)?.date}</span>
    </span>
  );
}
