import { yearOf } from "@/components/changes";
import { Share } from "@/components/share";
import { Link } from "@/components/ui/Link.tsx";
import type { DocumentSummary } from "@/lib/contract/resources";
import { getWords } from "@/lib/next/locale.server";
import type { SectionRedline as Found, RedlineSide } from "@/lib/reading/redline";
import { routes } from "@/lib/routes";
import { BuySide } from "./BuySide.tsx";
import { LookLinks } from "./LookLinks.tsx";
import { type Look, lookQuery } from "./look.ts";
import { Redline } from "./Redline.tsx";
import { RedlineTools } from "./RedlineTools.tsx";
import { Years } from "./Years.tsx";

/** One section compared word by word, where both sides are owned; else what is missing, with its price. */
export async function SectionRedline(props: {
  readonly document: DocumentSummary;
  readonly against: DocumentSummary;
  readonly found: Found;
  readonly look: Look;
}) {
  const { document, against, found, look } = props;
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
    <section className="min-w-0">
      {redline === null ? null : (
        <>
          <div className="redline-tools" data-tools>
            <LookLinks documentId={document.document_id} sectionId={sectionId} look={look} />
            <RedlineTools key={sectionId} changes={redline.changes} />
            <Share
              className="link"
              shared={{
                document,
                path: routes.changes(document.document_id, { section: sectionId, ...lookQuery(look) }),
                place: { sectionTitle: title },
              }}
            />
          </div>
          <Years document={document} against={against} isSideBySide={look.isSideBySide} />
        </>
      )}
      <h2 className={look.isSideBySide ? "h-redline" : "h-redline max-w-160 mx-auto"} lang={lang}>
        {title}
      </h2>
      {row.state === "same" ? (
        <Only side={after ?? before} words={t("sameText")} />
      ) : unread !== null ? (
        <Only side={after ?? before} words={t(unread === "busy" ? "comparedLater" : "tooComplex")} />
      ) : redline === null ? (
        <Missing document={document} against={against} before={before} after={after} />
      ) : redline.changes > 0 ? (
        <Redline html={redline.html} lang={lang} isSideBySide={look.isSideBySide} />
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
  const years = {
    before: await yearOf(props.against, props.document),
    after: await yearOf(props.document, props.against),
  };
  const only = before === null ? after : after === null ? before : null;
  if (only !== null) {
    const words = before === null ? t("onlyNew", { year: years.before }) : t("onlyGone", { year: years.after });
    return <Only side={only} words={words} />;
  }
  const missing = [before, after].filter((side) => side !== null && side.text === undefined);
  const yearIn = (side: RedlineSide) => (side === before ? years.before : years.after);
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
            verb={t("readSide", { year: yearIn(side) })}
            busyVerb={t("readingSide", { year: yearIn(side) })}
          />
        ),
      )}
    </div>
  );
}
