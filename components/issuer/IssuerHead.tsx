import type { Issuer } from "@/lib/contract/resources";
import { getLocale, getWords } from "@/lib/next/locale.server";
import { routes } from "@/lib/routes";
import { between } from "@/lib/text/format/between";
import { industryName, marketName } from "@/lib/text/format/market-names";
import { CopyLink } from "./CopyLink.tsx";
import { WatchButton } from "./WatchButton.tsx";

/** The issuer's kind and its name in three forms, with buttons to watch it and to copy its link. */
export async function IssuerHead({
  issuer,
  code,
  watched,
}: {
  readonly issuer: Issuer | null;
  readonly code: string;
  readonly watched: boolean;
}) {
  const t = await getWords("issuer");
  const locale = await getLocale();
  const inEnglish = locale === "en";
  return (
    <div className="dateline">
      <div className="flex flex-wrap items-baseline gap-x-4">
        {issuer === null ? null : (
          <p className="w-full text-12/5 text-muted">
            {[
              code,
              inEnglish ? (industryName(issuer.sector ?? "") ?? issuer.sector) : issuer.sector,
              inEnglish ? (marketName(issuer.market ?? "") ?? issuer.market) : issuer.market,
            ]
              .filter(Boolean)
              .join(between(locale))}
          </p>
        )}
        <h1 className="h-page" lang={issuer === null ? undefined : "ja"}>
          {issuer?.name ?? code}
        </h1>
        {issuer?.name_en == null ? null : (
          <span className="text-14 text-muted" lang="en">
            {issuer.name_en}
          </span>
        )}
        {issuer?.name_kana == null ? null : (
          <span className="text-14 text-muted" lang="ja">
            {issuer.name_kana}
          </span>
        )}
      </div>
      <span className="end row-acts max-md:mt-3 max-md:w-full print:hidden">
        <WatchButton
          securityCode={code}
          issuerName={issuer?.name ?? null}
          issuerNameEn={issuer?.name_en ?? null}
          watched={watched}
        />
        <CopyLink path={routes.issuer(code)} label={t("copyLink")} done={t("linkCopied")} />
      </span>
    </div>
  );
}
