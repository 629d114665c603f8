import { jstDate } from "@/lib/contract/dates";
import type { ListedKey } from "@/lib/contract/operator";
import { getLocale } from "@/lib/next/locale.server";
import { operatorRoutes } from "@/lib/routes";
import { between } from "@/lib/text/format/between";
import { type Locale, writeNumber } from "@/lib/text/i18n/words";
import { dayOf } from "./times.ts";
import type { OperatorWords } from "./words.ts";

interface Props {
  readonly words: OperatorWords;
  readonly keys: readonly ListedKey[];
  readonly leftOff: number;
  readonly nowMs: number;
  readonly changeId: () => string;
}

const weekMs = 6 * 86_400_000;
const columns = "grid-cols-[minmax(0,1fr)_84px_64px_64px]";

/** Every key with what it was charged; what can be done to it is folded beneath it, and works without scripts. */
export async function Keys({ words: t, keys, leftOff, nowMs, changeId }: Props) {
  const locale = await getLocale();
  const today = jstDate(nowMs);
  const weekBegins = jstDate(nowMs - weekMs);
  return (
    <section className="min-w-0" aria-labelledby="keys-head">
      <div className="sect-h">
        <h2 id="keys-head">{t("keys")}</h2>
        <span className="text-12/ui text-muted">{t("keysNote", { n: keys.length })}</span>
      </div>
      {keys.length === 0 ? <p className="text-muted">{t("noKeys")}</p> : null}
      {keys.length === 0 ? null : (
        <p className={`${columns} grid gap-x-3 text-12/5 text-muted max-md:hidden`} aria-hidden="true">
          <span />
          {[t("creditsLeft"), t("today"), t("week")].map((label) => (
            <span className="text-end whitespace-nowrap" key={label}>
              {label}
            </span>
          ))}
        </p>
      )}
      <ul className="rows">
        {keys.map((key) => (
          <li key={key.id} className={`${columns} max-md:grid-cols-3`}>
            <span className="min-w-0 [overflow-wrap:anywhere] max-md:col-span-full">
              <b className="font-semibold" id={key.id}>
                {key.name}
              </b>
              <br />
              <span className="text-12/ui text-muted">{factsOf(key, t, locale)}</span>
            </span>
            <Figure label={t("creditsLeft")}>
              {key.credits === null ? t("unlimited") : writeNumber(key.credits.balance)}
              {key.credits === null ? null : (
                <span className="block text-12/ui text-muted">
                  {t("ofGranted", { n: writeNumber(key.credits.granted) })}
                </span>
              )}
            </Figure>
            <Figure label={t("today")}>{writeNumber(sumOf(key, today))}</Figure>
            <Figure label={t("week")}>{writeNumber(sumOf(key, weekBegins))}</Figure>
            <details className="col-span-full mt-1">
              <summary
                className="w-fit cursor-pointer text-12/5 text-muted hover:text-ai"
                aria-label={`${t("manage")}: ${key.name}`}
              >
                {t("manage")}
              </summary>
              <Manage words={t} listed={key} changeId={changeId} />
            </details>
          </li>
        ))}
      </ul>
      {leftOff === 0 ? null : <p className="text-12/ui text-muted">{t("keysMore", { n: leftOff })}</p>}
    </section>
  );
}

function Figure({ label, children }: { readonly label: string; readonly children: React.ReactNode }) {
  return (
    <span className="text-end whitespace-nowrap max-md:text-start">
      {/* On a wide screen the labels stand once above all rows; a screen reader hears them with each. */}
      <span className="block text-12/5 text-muted md:sr-only">{label}</span>
      {children}
    </span>
  );
}

function Manage({
  words: t,
  listed: { id, days, credits, revoked_at, requests_today },
  changeId,
}: {
  readonly words: OperatorWords;
  readonly listed: ListedKey;
  readonly changeId: () => string;
}) {
  return (
    <div className="mt-2 mb-3 border-s border-line ps-4 *:not-first:mt-4">
      <p className="text-12/ui text-muted">
        {t("requests")} {writeNumber(requests_today)}
      </p>
      {days.length === 0 ? (
        <p className="text-12/ui text-muted">{t("noCharges")}</p>
      ) : (
        <table className="list max-w-90">
          <caption className="sr-only">{t("byDay")}</caption>
          <thead>
            <tr>
              <th scope="col">{t("day")}</th>
              <th scope="col" className="text-end">
                {t("credits")}
              </th>
              <th scope="col" className="text-end">
                {t("charges")}
              </th>
            </tr>
          </thead>
          <tbody>
            {days.map(({ day, credits: charged, charges }) => (
              <tr key={day}>
                <td>{day}</td>
                <td className="text-end">{writeNumber(charged)}</td>
                <td className="text-end">{writeNumber(charges)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {revoked_at !== null || credits === null ? null : (
        <form className="flex flex-wrap items-end gap-3" method="post" action={operatorRoutes.credits()}>
          <input type="hidden" name="change_id" value={changeId()} />
          <input type="hidden" name="key_id" value={id} />
          <div className="field">
            <label htmlFor={`credits-${id}`}>{t("amount")}</label>
            <input
              className="input w-28"
              id={`credits-${id}`}
              name="credits"
              type="number"
              required
              min={1}
              max={1_000_000_000}
            />
          </div>
          <div className="field flex-[1_1_180px]">
            <label htmlFor={`again-${id}`}>{t("again")}</label>
            <input
              className="input"
              id={`again-${id}`}
              name="operator_key"
              type="password"
              required
              autoComplete="off"
              maxLength={512}
            />
          </div>
          <button className="btn" type="submit">
            {t("grant")}
          </button>
        </form>
      )}
      {revoked_at !== null ? null : (
        <form method="post" action={operatorRoutes.revoke()}>
          <input type="hidden" name="change_id" value={changeId()} />
          <input type="hidden" name="key_id" value={id} />
          <p className="mb-2 text-12/ui text-muted">{t("revokeText")}</p>
          <button className="btn sm" type="submit" aria-describedby={id}>
            {t("revoke")}
          </button>
        </form>
      )}
    </div>
  );
}

function factsOf(key: ListedKey, t: OperatorWords, locale: Locale): string {
  return [
    key.id,
    t("madeOn", { day: dayOf(key.created_at) }),
    t("ratePerMinute", { n: writeNumber(key.per_minute) }),
    key.per_day === null ? t("noDayCap") : t("ratePerDay", { n: writeNumber(key.per_day) }),
    ...(key.entitled ? [] : [t("noEntitlement")]),
    ...(key.revoked_at === null ? [] : [t("revokedAt", { day: dayOf(key.revoked_at) })]),
  ].join(between(locale));
}

function sumOf({ days }: ListedKey, since: string): number {
  return days.filter(({ day }) => day >= since).reduce((sum, { credits }) => sum + credits, 0);
}
