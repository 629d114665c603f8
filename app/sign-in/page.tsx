import type { Metadata } from "next";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { Suspense } from "react";
import { Freshness } from "@/components/market";
import { DemoForm, KeyFacts, LanguageLinks, SignInForm } from "@/components/sign-in";
import { app } from "@/lib/app.server";
import { getLocale, getWords, pickMessages } from "@/lib/next/locale.server";
import { WordsProvider } from "@/lib/next/provider";
import { returnPath } from "@/lib/next/return-path";
import { csrfToken, getSession } from "@/lib/next/session";
import { routes } from "@/lib/routes";
import { linkPreview } from "@/lib/text/format/link-preview";

interface Props {
  readonly searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export async function generateMetadata(): Promise<Metadata> {
  const t = await getWords("signIn");
  return { ...linkPreview, title: t("title") };
}

export default async function SignInPage({ searchParams }: Props) {
  const asked = await searchParams;
  const next = returnPath(one(asked["next"]));
  if ((await getSession()) !== undefined) redirect(next);
  const t = await getWords("signIn");
  const failure = app.signInFailures.find((each) => each === one(asked["error"]));
  const waitSeconds = wholeNumber(one(asked["wait"]));
  const nowMs = Date.now();
  const hasDemoKey = app.findDemoKey(app.running().settings, await headers()) !== undefined;
  const sent = { words: t, csrfToken: await csrfToken(), next };
  const market = await app.marketFreshness(nowMs);
  return (
    <main
      className="grid grid-cols-[minmax(0,400px)_minmax(0,400px)] justify-center gap-x-20 px-8 pt-28 pb-12 max-md:block max-md:px-4 max-md:py-10"
      id="main"
    >
      <div>
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
        {hasDemoKey ? <DemoForm {...sent} /> : null}
        <WordsProvider {...(await wordsOfCountdown(waitSeconds))}>
          <SignInForm
            {...sent}
            failure={failure}
            attemptsLeft={wholeNumber(one(asked["left"]))}
            waitSeconds={waitSeconds}
            hasDemoKey={hasDemoKey}
            service={
              <>
                {app.running().settings.apiUrl}{" "}
                <span className="text-muted">
                  · <Suspense fallback={t("checking")}>{serviceHealth()}</Suspense>
                </span>
                {market === undefined ? null : (
                  <span className="block">
                    <Freshness market={market} nowMs={nowMs} />
                  </span>
                )}
              </>
            }
          />
        </WordsProvider>
      </div>
      <aside className="max-md:mt-10">
        <KeyFacts words={t} />
        <LanguageLinks words={t} locale={await getLocale()} here={routes.signIn(next === "/" ? {} : { next })} />
      </aside>
    </main>
  );
}

/** Only the countdown needs messages in the browser; without one none are sent. */
async function wordsOfCountdown(waitSeconds: number | undefined) {
  return waitSeconds === undefined ? { locale: await getLocale(), messages: {} } : await pickMessages("signIn");
}

/** The page doesn't wait for the service: its state is streamed when it is known. */
async function serviceHealth() {
  const t = await getWords("signIn");
  const health = await app.measureHealth(app.running().settings.apiUrl);
  return health.reachable ? t("reachable", { ms: health.ms }) : t("notReachable");
}

function one(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}

function wholeNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,5}$/.test(text) ? Number(text) : undefined;
}
