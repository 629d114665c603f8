import { getLocale } from "@/lib/next/locale.server";
import type { BrowserName } from "@/lib/owners/browser-name";
import { api } from "@/lib/routes";
import { between } from "@/lib/text/format/between";
import type { AccountWords } from "./KeySection.tsx";

export interface ListedSession {
  readonly id: string;
  readonly browser: BrowserName | undefined;
  readonly begunAt: string;
  readonly usedAt: string;
  readonly current: boolean;
}

export const sessionOutcomes = ["ended", "gone"] as const;
export type SessionOutcome = (typeof sessionOutcomes)[number];

interface Props {
  readonly words: AccountWords;
  readonly sessions: readonly ListedSession[];
  readonly outcome: SessionOutcome | undefined;
}

/** Plain forms, so that signing out works without scripts. */
export async function Sessions({ words: t, sessions, outcome }: Props) {
  const locale = await getLocale();
  return (
    <section className="min-w-0" aria-labelledby="sessions-head">
      <div className="sect-h">
        <h2 id="sessions-head">{t("sessionsTitle")}</h2>
        <span className="text-muted text-12/ui">{t("sessions", { count: sessions.length })}</span>
      </div>
      {outcome === undefined ? null : (
        <p className="say mt-4" role="status">
          {t(outcome === "ended" ? "sessionEnded" : "sessionGone")}
        </p>
      )}
      <ul className="rows">
        {sessions.map((session) => (
          <li key={session.id} className="grid-cols-[minmax(0,1fr)_auto] items-center">
            <span>
              <span id={session.id}>{nameOf(session.browser, t)}</span>
              {session.current ? (
                <>
                  {between(locale)}
                  <b>{t("thisBrowser")}</b>
                </>
              ) : null}
              <br />
              <span className="text-muted text-12/ui">
                <span className="inline-block">{t("sessionBegun", { at: session.begunAt })}</span>{" "}
                <span className="inline-block">{t("sessionUsed", { at: session.usedAt })}</span>{" "}
                <code>{session.id}</code>
              </span>
            </span>
            <form method="post" action={api.endSession()}>
              <input type="hidden" name="session" value={session.id} />
              <button className="btn sm" type="submit" aria-describedby={session.id}>
                {t("endSession")}
              </button>
            </form>
          </li>
        ))}
      </ul>
      <p className="text-12/ui text-muted">{t("sessionsNote")}</p>
    </section>
  );
}

function nameOf(name: BrowserName | undefined, t: AccountWords): string {
  if (name === undefined || (name.browser === "" && name.system === "")) return t("browserUnknown");
  if (name.browser === "") return t("browserSystem", { system: name.system });
  if (name.system === "") return name.browser;
  return t("browserOn", { browser: name.browser, system: name.system });
}
