import { api, routes } from "@/lib/routes";
import type { AccountWords } from "./KeySection.tsx";

interface Props {
  readonly words: AccountWords;
  readonly csrfToken: string;
}

/** Plain forms, so that signing out works even where scripts fail. */
export function SignOut({ words: t, csrfToken }: Props) {
  return (
    <section className="min-w-0" aria-labelledby="out-head">
      <div className="sect-h">
        <h2 id="out-head">{t("signOut")}</h2>
      </div>
      <p className="text-muted">{t("signOutNote")}</p>
      <div className="row-acts mt-3">
        <form method="post" action={api.signOut()}>
          <input type="hidden" name="csrfToken" value={csrfToken} />
          <input type="hidden" name="callbackUrl" value={routes.signIn()} />
          <button className="btn" type="submit">
            {t("signOut")}
          </button>
        </form>
        <form method="post" action={api.signOutEverywhere()}>
          <button className="btn" type="submit">
            {t("signOutEverywhere")}
          </button>
        </form>
      </div>
    </section>
  );
}
