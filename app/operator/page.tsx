import type { Metadata } from "next";
import { headers } from "next/headers";
import { minuteOf, OperatorGate, OperatorView } from "@/components/operator";
import { LanguageLinks } from "@/components/sign-in";
import { app } from "@/lib/app.server";
import { getLocale, getWords, pickMessages } from "@/lib/next/locale.server";
import { WordsProvider } from "@/lib/next/provider";
import { operatorRoutes, routes } from "@/lib/routes";

interface Props {
  readonly searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export async function generateMetadata(): Promise<Metadata> {
  const t = await getWords("operator");
  return { title: t("title") };
}

/** For whoever runs the service: opened by a key of its own, and no part of a reader's session. */
export default async function OperatorPage({ searchParams }: Props) {
  const t = await getWords("operator");
  const { outcome: asked } = await searchParams;
  const outcome = app.operator.operatorOutcomes.find((each) => each === asked);
  const page = await app.operator.operatorPage(await headers(), Date.now());
  return (
    <WordsProvider {...(await pickMessages("operator", "share"))}>
      <main className="page" id="main">
        <div className="dateline">
          <h1 className="h-page">{t("title")}</h1>
          {page.kind === "open" ? (
            <form className="end row-acts" method="post" action={operatorRoutes.signOut()}>
              <span>
                {t("signedInAs", {
                  name: page.state.operator.name,
                  time: minuteOf(new Date(page.endsAtMs).toISOString()).slice(11),
                })}
              </span>
              <a className="btn sm" href={routes.operator()}>
                {t("refresh")}
              </a>
              <button className="btn sm" type="submit">
                {t("leave")}
              </button>
            </form>
          ) : null}
        </div>
        {page.kind === "open" ? (
          <OperatorView words={t} page={page} webHealth={await app.webHealth()} outcome={outcome} />
        ) : (
          <OperatorGate words={t} page={page} address={app.running().settings.apiUrl} outcome={outcome} />
        )}
        <LanguageLinks words={await getWords("signIn")} locale={await getLocale()} here={routes.operator()} />
      </main>
    </WordsProvider>
  );
}
