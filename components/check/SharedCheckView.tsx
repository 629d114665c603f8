import { jstMinute } from "@/components/ui/jst-minute.ts";
import { Link } from "@/components/ui/Link.tsx";
import type { SharedCheck } from "@/lib/features/check/shared-check";
import { getLocale, getWords } from "@/lib/next/locale.server";
import { routes } from "@/lib/routes";
import { between } from "@/lib/text/format/between";
import { langOf } from "./draft-marks.ts";
import { signs } from "./MarkedText.tsx";

/** Somebody else's check: verdicts and places, and words of filings only where the reader owns them. */
export async function SharedCheckView(props: { readonly shared: SharedCheck; readonly sameService: boolean }) {
  const { shared, sameService } = props;
  const t = await getWords("check");
  const locale = await getLocale();
  const { counts } = shared;
  return (
    <main className="page [&>*]:max-w-240" id="main">
      <p className="mb-2 text-12/5 text-muted">{t("sharedTitle")}</p>
      <h1 className="h-page" lang={langOf(shared.title)}>
        {shared.title === "" ? t("title") : shared.title}
      </h1>
      <p className="mt-2 max-w-[44em] text-muted">{t("sharedLead")}</p>
      <p className="mt-4">
        {(["agrees", "undecided", "differs"] as const)
          .map((group) => t(group, { n: counts[group] }))
          .join(between(locale))}
      </p>
      <ol className="rows mt-4">
        {shared.claims.map(({ id, group, verdict, text, item, issuer, period, place, words, filed }) => (
          <li className="grid-cols-[24px_minmax(0,1fr)]" key={id}>
            <span aria-hidden="true">{signs[group]}</span>
            <span className="two min-w-0 [overflow-wrap:anywhere]">
              <b>
                {t(`verdict_${verdict}`)}
                {text === null ? null : <span lang={langOf(text)}> {text}</span>}
              </b>
              <span className="text-muted">
                <span lang="ja">{[issuer, item, period].filter((each) => each !== null).join(between(locale))}</span>{" "}
                {place === null ? null : sameService ? (
                  <Link
                    lang="ja"
                    href={
                      place.section_id === null
                        ? routes.document(place.document_id)
                        : routes.section(place.document_id, place.section_id)
                    }
                  >
                    {place.title ?? place.document_id}
                  </Link>
                ) : (
                  <span lang="ja">{place.title ?? place.document_id}</span>
                )}
                {filed === null ? null : <span lang={langOf(filed)}>{` ${t("filed")} ${filed}`}</span>}
                {words === null ? null : <q lang={langOf(words)}>{words}</q>}
              </span>
            </span>
          </li>
        ))}
      </ol>
      {shared.hidden === 0 ? null : (
        <p className="mt-4 text-12/5 text-muted">{t("sharedHidden", { n: shared.hidden })}</p>
      )}
      <dl className="facts ruled mt-8 text-12/5">
        <dt>{t("sharedService")}</dt>
        <dd className="[overflow-wrap:anywhere]">{shared.service}</dd>
        <dt>{t("sharedSigned")}</dt>
        <dd className="tabular-nums">{jstMinute(shared.issued_at)}</dd>
        <dt>{t("sharedHash")}</dt>
        <dd className="font-mono [overflow-wrap:anywhere]">SHA-256 {shared.sha256}</dd>
      </dl>
    </main>
  );
}
