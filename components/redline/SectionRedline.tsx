import { yearOf } from "@/components/changes";
import { Share } from "@/components/share";
import { Link } from "@/components/ui/Link.tsx";
import type { DocumentSummary } from "@/lib/contract/resources";
import { getLocale, getWords } from "@/lib/next/locale.server";
import type { SectionRedline as Found, RedlineSide } from "@/lib/reading/redline";
import { routes } from "@/lib/routes";
import { BuySide } from "./BuySide.tsx";
import { Redline } from "./Redline.tsx";
import { RedlineTools } from "./RedlineTools.tsx";
import { ViewLinks } from "./ViewLinks.tsx";

/** One section compared word by word, where both sides are owned; else what is missing, with its price. */
export async function SectionRedline(props: {
  readonly document: DocumentSummary;
  readonly against: DocumentSummary;
  readonly found: Found;
  readonly isSideBySide: boolean;
}) {
  const { document, found, isSideBySide } = props;
  const t = await getWords("changes");
  const { before, after, row } = found;
  const unread = row.state !== "same" && typeof found.redline === "string" ? found.redline : null;
  const redline = row.state === "same" || typeof found.redline === "string" ? null : found.redline;
  const shown = after ?? before;
  if (shown === null) return null;
  const sectionId = shown.section.id;
  const title = shown.section.title ?? sectionId;
  const lang = document.language ?? "ja";
  return (
    <section className="mb-8 min-w-0">
      <div className="sect-h">
        <h2 lang={lang}>{title}</h2>
        {redline === null ? null : (
          <span className="text-12/ui text-muted">{t("changesN", { n: redline.changes })}</span>
        )}
      </div>
      <div className="mt-2 mb-4 flex flex-wrap items-center gap-2 print:hidden">
        {redline === null ? null : (
          <>
            <ViewLinks documentId={document.document_id} sectionId={sectionId} isSideBySide={isSideBySide} />
            <RedlineTools />
          </>
        )}
        <Share
          className="btn sm"
          shared={{
            document,
            path: routes.changes(document.document_id, { section: sectionId, view: isSideBySide ? "side" : null }),
            place: { sectionTitle: title },
          }}
        />
      </div>
      {row.state === "same" ? (
        <Only side={after ?? before} words={(await getWords("changeTable"))("sameTip")} />
      ) : unread !== null ? (
        <Only side={after ?? before} words={t(unread === "busy" ? "comparedLater" : "tooComplex")} />
      ) : redline === null ? (
        <Missing document={document} against={props.against} before={before} after={after} />
      ) : redline.changes > 0 ? (
        <Redline html={redline.html} lang={lang} isSideBySide={isSideBySide} />
      ) : (
        <p className="text-muted">{t("spacesOnly")}</p>
      )}
    </section>
  );
}

/** A section with nothing to compare: what is so, and the way to its text. */
async function Only({ side, words }: { readonly side: RedlineSide | null; readonly words: string }) {
  const t = await getWords("changes");
  return (
    <p className="text-muted">
      {words}{" "}
      {side === null ? null : (
        <Link href={routes.section(side.document.document_id, side.section.id)}>{t("openSection")}</Link>
      )}
    </p>
  );
}

async function Missing(props: {
  readonly document: DocumentSummary;
  readonly against: DocumentSummary;
  readonly before: RedlineSide | null;
  readonly after: RedlineSide | null;
}) {
  const { before, after } = props;
  const t = await getWords("changes");
  const locale = await getLocale();
  const only = before === null ? after : after === null ? before : null;
  if (only !== null) {
    const other = before === null ? props.against : props.document;
    return <Only side={only} words={t(before === null ? "onlyNew" : "onlyGone", { year: yearOf(other, locale) })} />;
  }
  const missing = [before, after].filter((side) => side !== null && side.text === undefined);
  return (
    <div className="grid justify-items-start gap-3">
      <p className="text-muted">{t("missingNote")}</p>
      {missing.map((side) =>
        side === null ? null : (
          <BuySide
            key={side.document.document_id}
            documentId={side.document.document_id}
            sectionId={side.section.id}
            title={side.section.title ?? side.section.id}
            lang={side.document.language ?? "ja"}
            price={side.price}
            verb={t("readSide", { year: yearOf(side.document, locale) })}
            busyVerb={t("readingSide", { year: yearOf(side.document, locale) })}
          />
        ),
      )}
    </div>
  );
}
