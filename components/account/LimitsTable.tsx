import { writeNumber } from "@/lib/text/i18n/words";
import type { AccountWords } from "./KeySection.tsx";

export interface ShownLimit {
  readonly name: "rate" | "catalog" | "compute";
  readonly limit: number | null;
  readonly remaining: number | null;
  /** The time until the reset, already formatted; null where the service sends none. */
  readonly reset: string | null;
}

/** The service's rate limits and quotas for this key, and what remains of each. */
export function LimitsTable({
  words: t,
  limits,
}: {
  readonly words: AccountWords;
  readonly limits: readonly ShownLimit[];
}) {
  return (
    <section className="min-w-0" aria-labelledby="limits-head">
      <div className="sect-h">
        <h2 id="limits-head">{t("limits")}</h2>
        <span className="text-muted text-12/ui">{t("limitsNote")}</span>
      </div>
      {limits.length === 0 ? (
        <p className="text-muted">{t("noLimits")}</p>
      ) : (
        <table className="list" aria-labelledby="limits-head">
          <thead>
            <tr>
              <th scope="col">{t("limitName")}</th>
              <th scope="col" className="text-end whitespace-nowrap">
                {t("limitLeft")}
              </th>
              <th scope="col" className="text-end whitespace-nowrap">
                {t("limitOf")}
              </th>
              <th scope="col" className="text-end whitespace-nowrap">
                {t("limitReset")}
              </th>
            </tr>
          </thead>
          <tbody>
            {limits.map(({ name, limit, remaining, reset }) => (
              <tr key={name}>
                <td className="min-w-24">{t(name)}</td>
                <td className="text-end whitespace-nowrap">{remaining === null ? "－" : writeNumber(remaining)}</td>
                <td className="text-end whitespace-nowrap">{limit === null ? "－" : writeNumber(limit)}</td>
                <td className="text-end text-muted md:whitespace-nowrap">{reset ?? t("notRenewed")}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
