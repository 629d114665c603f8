import type { Route } from "next";
import * as features from "@/components/link-slots.ts";
import type { FeatureLinks } from "@/components/ui/feature-links.ts";
import { jstMinute } from "@/components/ui/jst-minute.ts";
import { Link } from "@/components/ui/Link.tsx";
import { getLocale, getWords } from "@/lib/next/locale.server";
import type { ProofLine, ProofsPage } from "@/lib/reading/proofs";
import { routes } from "@/lib/routes";
import { between } from "@/lib/text/format/between";
import type { WordKey } from "@/lib/text/i18n/namespaces";
import type { Locale, Words } from "@/lib/text/i18n/words";
import { ledgerCell, ledgerHead, ledgerRow, ledgerTable } from "./ledger-columns.ts";

/** Quoted words, answers and stored checks with a proof, newest first. */
export async function ProofList({ page: { lines, next } }: { readonly page: ProofsPage }) {
  const t = await getWords("library");
  const locale = await getLocale();
  return (
    <>
      <p className="mb-5 max-w-[44em] text-muted">{t("proofsLead")}</p>
      {lines.length === 0 ? (
        <div className="empty border-0">
          <h2>{t("noProofs")}</h2>
          <p>{t("noProofsWhy")}</p>
        </div>
      ) : (
        <table className={ledgerTable}>
          <thead className={ledgerHead}>
            <tr>
              <th scope="col">{t("colProof")}</th>
              <th scope="col">{t("colWhat")}</th>
              <th scope="col">{t("colStands")}</th>
              <th scope="col">{t("colMade")}</th>
            </tr>
          </thead>
          <tbody className="max-md:block">
            {lines.map((line) => (
              <ProofRow key={line.id} line={line} t={t} locale={locale} />
            ))}
          </tbody>
        </table>
      )}
      <p className="mt-6 flex flex-wrap gap-x-6 gap-y-2">
        {next === null ? null : <Link href={routes.proofs({ after: next })}>{t("earlierProofs")}</Link>}
        <Link href={routes.check()}>{t("checkSent")}</Link>
      </p>
    </>
  );
}

/** None where the feature that made the proof was taken away. */
function addressOf({ kind, id }: ProofLine): Route | undefined {
  if (kind === "quotation") return routes.receipt(id);
  return Object.values<FeatureLinks>(features)
    .find(({ proof }) => proof.kind === kind)
    ?.proof.href(id);
}

function ProofRow({
  line,
  t,
  locale,
}: {
  readonly line: ProofLine;
  readonly t: Words<WordKey<"library">>;
  readonly locale: Locale;
}) {
  const { document, language, words, today } = line;
  const address = addressOf(line);
  const name = words === "" ? t("check_untitled") : words;
  return (
    <tr className={ledgerRow} data-row="">
      <td className={`${ledgerCell.what} w-full`}>
        {address === undefined ? (
          <span className="line-clamp-2" lang={language}>
            {name}
          </span>
        ) : (
          <Link className="line-clamp-2" href={address} lang={language}>
            {name}
          </Link>
        )}
        {document === null ? null : (
          <span className="block text-12/ui text-muted" lang="ja">
            {[document.issuer, document.title].filter((each) => each !== null).join(between(locale))}
          </span>
        )}
      </td>
      <td className={`${ledgerCell.outcome} align-top`}>{t(line.kind)}</td>
      <td className="whitespace-nowrap align-top max-md:col-start-3 max-md:row-start-2">
        {today === null ? null : today.by === null ? (
          <span className={today.state === "withdrawn" ? "text-amber-ink" : "text-muted"}>
            {t(`stands_${today.state}`)}
          </span>
        ) : (
          <Link className="text-amber-ink" href={routes.document(today.by)}>
            {t(`stands_${today.state}`)}
          </Link>
        )}
      </td>
      <td className={`${ledgerCell.time} align-top`}>
        <time dateTime={line.madeAt}>{jstMinute(line.madeAt)}</time>
      </td>
    </tr>
  );
}
