import { BuySide } from "@/components/redline";
import { Link } from "@/components/ui/Link.tsx";
import type { DocumentSummary } from "@/lib/contract/resources";
import { getLocale, getWords } from "@/lib/next/locale.server";
import type { HolderLine, HoldersView, PlacedInReport } from "@/lib/reading/holders";
import { routes } from "@/lib/routes";
import { between } from "@/lib/text/format/between";
import { moment } from "@/lib/text/format/clock";

/** Reports that are offered at once. */
const offeredMax = 10;

/** Who holds an issuer's shares by the large-holding reports that are owned, each value with its place; and what the others cost. */
export async function Holders({ view }: { readonly view: HoldersView | undefined }) {
  const t = await getWords("issuer");
  if (view === undefined) return <p className="mb-8 text-muted">{t("holdersUnknown")}</p>;
  const { holders, reports, unowned, unread, because } = view;
  if (reports === 0) return null;
  return (
    // Open once one of the reports is owned: what was just bought is not folded away.
    <details className="mb-8" data-holders open={unowned.length < reports}>
      <summary className="sect-h cursor-pointer">
        <h2>{t("holders")}</h2>
        <span className="link text-12/5">{t("holdersRead", { n: reports, owned: reports - unowned.length })}</span>
      </summary>
      {because === null ? null : (
        <p className="text-muted">{t(because === "busy" ? "holdersBusy" : "holdersComplex")}</p>
      )}
      {holders.length === 0 ? null : (
        <table className="list max-md:block max-md:[&_:is(tbody,tr,td)]:block max-md:[&_thead]:hidden">
          <thead>
            <tr className="*:text-start">
              <th>{t("holder")}</th>
              <th>{t("share")}</th>
              <th>{t("purpose")}</th>
              <th>{t("holdsWith")}</th>
            </tr>
          </thead>
          <tbody>
            {holders.map((each) => (
              <HolderRow key={each.name} holder={each} />
            ))}
          </tbody>
        </table>
      )}
      {unread.map((each) => (
        <p className="py-1.5 text-muted" key={each.document_id}>
          <Report document={each} /> {t("holdersNotFound")}
        </p>
      ))}
      {unowned.length === 0 ? null : <p className="py-1.5 text-12/5 text-muted">{t("holdersNote")}</p>}
      {unowned.slice(0, offeredMax).map(({ document, price }) => (
        <div className="flex flex-wrap items-baseline gap-x-4 py-1" key={document.document_id}>
          <Report document={document} />
          <BuySide
            documentId={document.document_id}
            sectionId={null}
            title={document.title ?? document.document_id}
            lang={document.language ?? "ja"}
            price={price}
            verb={t("readReport")}
            busyVerb={t("readingReport")}
          />
        </div>
      ))}
      {unowned.length <= offeredMax ? null : (
        <p className="py-1.5 text-12/5 text-muted">{t("holdersMore", { n: unowned.length - offeredMax })}</p>
      )}
    </details>
  );
}

async function HolderRow({
  holder: { name, with: others, purpose, contract, shares },
}: {
  readonly holder: HolderLine;
}) {
  const t = await getWords("issuer");
  const locale = await getLocale();
  const first = shares.at(-1);
  return (
    <tr>
      <td className="font-semibold" lang="ja">
        {name}
      </td>
      <td className="tabular-nums">
        {shares.map(({ day, ratio, before }) => (
          <span className="block whitespace-nowrap" key={`${ratio.documentId} ${day}`}>
            <Place of={ratio} words={t("share", { ratio: ratio.text })} />{" "}
            <span className="text-12/5 text-muted">
              {day}
              {before === null ? "" : between(locale) + t("shareBefore", { ratio: before })}
            </span>
          </span>
        ))}
        {first === undefined ? (
          <span className="text-muted">{t("noShare")}</span>
        ) : (
          <span className="block whitespace-nowrap text-12/5 text-muted">{t("holdsSince", { day: first.day })}</span>
        )}
      </td>
      <td lang="ja">
        {purpose === undefined ? null : <Place of={purpose} words={purpose.text} />}
        {contract === undefined ? null : (
          <span className="block text-12/5 text-muted">
            <span lang={locale}>{t("contract")}</span> <Place of={contract} words={contract.text} />
          </span>
        )}
      </td>
      <td lang="ja">{others.join("、")}</td>
    </tr>
  );
}

function Place({ of, words }: { readonly of: PlacedInReport; readonly words: string }) {
  return <Link href={routes.section(of.documentId, of.sectionId)}>{words}</Link>;
}

function Report({ document }: { readonly document: DocumentSummary }) {
  return (
    <span>
      <Link href={routes.document(document.document_id)} lang={document.language ?? "ja"}>
        {document.title ?? document.document_id}
      </Link>{" "}
      <span className="text-12/5 text-muted">{moment(document.timeline_at)?.date}</span>
    </span>
  );
}
