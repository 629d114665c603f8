import { app } from "@/lib/app.server";
import type { SignInWords } from "./SignInForm.tsx";

/** The name of the app and what it is for; a sample market is named as one. */
export function Lead({ words: t }: { readonly words: SignInWords }) {
  return (
    <>
      <span
        className="mb-5 grid size-12 place-items-center rounded-seal bg-ink font-mincho text-[30px]/none font-bold text-paper"
        lang="ja"
        aria-hidden="true"
      >
        開
      </span>
      <h1 className="text-28/9 font-semibold max-md:text-[22px]/8">Hiraku</h1>
      <p className="mt-2 mb-8 max-w-[34em] text-14/[1.6] text-muted">{t("lead")}</p>
      {app.isSampleMarket() ? (
        <p className="-mt-5 mb-5 max-w-[34em] border-s-2 border-rule ps-3 text-13/5">
          {t("sample", { n: app.demoCredits })}
        </p>
      ) : null}
    </>
  );
}
