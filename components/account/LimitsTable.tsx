import type { ComponentProps } from "react";
import { ErrorInPlace } from "@/components/errors";
import { Unbroken } from "@/components/ui/Unbroken.tsx";
import { jstDate, jstDateTime } from "@/lib/contract/dates";
import type { Limit } from "@/lib/kit/retry/limits";
import { shortDay } from "@/lib/text/format/short-time";
import { type Locale, writeNumber } from "@/lib/text/i18n/words";
import type { AccountWords } from "./KeySection.tsx";

interface Props {
  readonly words: AccountWords;
  readonly locale: Locale;
  readonly nowMs: number;
  readonly limits: readonly (Limit & { readonly name: "rate" | "catalog" | "compute" })[];
}

type Answer = { readonly value: Props["limits"] } | ComponentProps<typeof ErrorInPlace>;

export function Limits({ limits, ...props }: Omit<Props, "limits"> & { readonly limits: Answer }) {
  if ("problem" in limits) return <ErrorInPlace problem={limits.problem} heading="h2" />;
  return <LimitsTable {...props} limits={limits.value} />;
}

/** The service's rate limits and quotas for this key, and what remains of each. */
function LimitsTable({ words: t, locale, nowMs, limits }: Props) {
  const untilReset = (resetAtMs: number | null): string => {
    if (resetAtMs === null) return t("notRenewed");
    const seconds = Math.max(0, Math.ceil((resetAtMs - nowMs) / 1000));
    if (seconds <= 120) return t("inSeconds", { seconds });
    const at = jstDateTime(resetAtMs);
    return at.slice(0, 10) === jstDate(nowMs) ? at.slice(11, 16) : `${shortDay(at, locale)} ${at.slice(11, 16)}`;
  };
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
            {limits.map(({ name, limit, remaining, resetAtMs }) => (
              <tr key={name}>
                <td className="md:min-w-24 md:break-keep">{t(name)}</td>
                <td className="text-end whitespace-nowrap">{remaining === null ? "－" : writeNumber(remaining)}</td>
                <td className="text-end whitespace-nowrap">{limit === null ? "－" : writeNumber(limit)}</td>
                <td className="text-end text-muted md:whitespace-nowrap">
                  <Unbroken text={untilReset(resetAtMs)} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
