import { CopyButton } from "@/components/share";
import { Link } from "@/components/ui/Link.tsx";
import { useWords } from "@/lib/next/provider";
import { routes } from "@/lib/routes";
import { AlteredWords } from "./AlteredWords.tsx";
import type { NumberedClaim } from "./draft-marks.ts";
import { langOf } from "./draft-marks.ts";
import { signs } from "./MarkedText.tsx";

/** One verdict: its sign and word, the filing's own words, the place, and what the filing has instead. */
export function VerdictLine({ claim, isSelected }: { readonly claim: NumberedClaim; readonly isSelected: boolean }) {
  const t = useWords("check");
  const { number, group, verdict, because, words, filed, place } = claim;
  const isAltered = verdict === "altered_words";
  return (
    <li
      className="grid scroll-my-24 grid-cols-[24px_16px_minmax(0,1fr)_auto] items-baseline gap-x-2 py-2 leading-5 not-last:border-b not-last:border-dotted not-last:border-line"
      id={`verdict-${number}`}
      aria-current={isSelected ? "true" : undefined}
    >
      <a className="text-end text-[11px] text-muted" href={`#mark-${number}`} aria-label={t("toMark", { n: number })}>
        {number}
      </a>
      <span className={group === "undecided" ? "text-amber-ink" : ""} aria-hidden="true">
        {signs[group]}
      </span>
      <div className="min-w-0 [overflow-wrap:anywhere]">
        <b className={`font-semibold ${group === "undecided" ? "text-amber-ink" : ""}`}>{t(`verdict_${verdict}`)}</b>
        <span className="block text-12/5 text-muted">
          {because === null ? null : t(`because_${because}`)}
          {filed === null || isAltered ? null : (
            <>
              {t("filed")} <span lang={langOf(filed)}>{filed}</span>{" "}
            </>
          )}
          {place === null ? null : (
            <>
              <Link
                href={
                  place.section_id === null
                    ? routes.document(place.document_id)
                    : routes.section(place.document_id, place.section_id)
                }
                lang="ja"
              >
                {place.title ?? place.document_id}
              </Link>
              {place.page === null ? null : ` ${t("pageAt", { n: place.page })}`}
            </>
          )}
        </span>
        {filed !== null && isAltered ? (
          <AlteredWords draft={claim.text} filed={filed} />
        ) : words === null ? null : (
          <q className="line-clamp-3 block text-12/5 text-muted" lang={langOf(words)}>
            {words}
          </q>
        )}
      </div>
      {filed === null ? (
        <span />
      ) : (
        <span className="max-md:col-span-2 max-md:col-start-3">
          <CopyButton className="btn sm" text={() => filed} label={t("copyFiled")} done={t("copied")} />
        </span>
      )}
    </li>
  );
}
