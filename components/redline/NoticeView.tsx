import { Share } from "@/components/share";
import { Link } from "@/components/ui/Link.tsx";
import type { DocumentSummary } from "@/lib/contract/resources";
import { getWords } from "@/lib/next/locale.server";
import type { Notice } from "@/lib/reading/notice";
import { routes } from "@/lib/routes";
import { BuySide } from "./BuySide.tsx";
import { LookLinks } from "./LookLinks.tsx";
import { type Look, lookQuery } from "./look.ts";
import { Redline } from "./Redline.tsx";
import { RedlineTools } from "./RedlineTools.tsx";

/** A notice of corrections: each place that it quotes, word by word, with the section that it corrects. */
export async function NoticeView(props: {
  readonly document: DocumentSummary;
  readonly against: DocumentSummary;
  readonly notice: Notice;
  readonly look: Look;
}) {
  const { document, against, notice, look } = props;
  const t = await getWords("changes");
  const lang = document.language ?? "ja";
  const id = document.document_id;
  const { corrections } = notice;
  return (
    <section className="min-w-0">
      <div className="sect-h">
        <h2>{t("notice")}</h2>
        {corrections === undefined || typeof corrections === "string" ? null : (
          <span className="text-12/ui text-muted">{t("correctionsN", { n: notice.total })}</span>
        )}
      </div>
      <p className="my-2 text-muted">
        {t("noticeSays")}{" "}
        <Link href={routes.document(against.document_id)} lang={against.language ?? "ja"}>
          {t("corrects", { title: against.title ?? against.document_id })}
        </Link>
      </p>
      {corrections === undefined ? (
        <div className="grid justify-items-start gap-3">
          <p className="text-muted">{t("noticeMissing")}</p>
          <BuySide
            documentId={id}
            sectionId={null}
            title={document.title ?? id}
            lang={lang}
            price={notice.price}
            verb={t("readNotice")}
            busyVerb={t("readingNotice")}
          />
        </div>
      ) : typeof corrections === "string" ? (
        <p className="text-muted">{t(corrections === "busy" ? "comparedLater" : "tooComplex")}</p>
      ) : corrections.length === 0 ? (
        <p className="text-muted">{t("noCorrections")}</p>
      ) : (
        <div data-redline>
          <div className="redline-tools mb-4" data-tools>
            <LookLinks documentId={id} sectionId={null} look={look} />
            <RedlineTools />
            <Share className="link" shared={{ document, path: routes.changes(id, lookQuery(look)) }} />
          </div>
          {notice.total === corrections.length ? null : (
            <p className="notice mb-4">{t("moreCorrections", { n: notice.total, shown: corrections.length })}</p>
          )}
          {corrections.map((each, at) => (
            <article className="mb-8" key={at}>
              <h3 className="font-semibold" lang={lang}>
                {each.path.join(" › ")}
              </h3>
              {each.section === undefined ? null : (
                <p className="text-14">
                  <Link
                    href={routes.section(against.document_id, each.section.id)}
                    lang={against.language ?? "ja"}
                    data-corrected
                  >
                    {t("corrects", { title: each.section.title ?? each.section.id })}
                  </Link>
                </p>
              )}
              <Redline html={each.html} lang={lang} isSideBySide={look.isSideBySide} />
            </article>
          ))}
        </div>
      )}
    </section>
  );
}
