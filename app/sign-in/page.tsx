import type { Metadata } from "next";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { DemoForm, KeyFacts, LanguageLinks, Lead, readAsked, ServiceState, SignInForm } from "@/components/sign-in";
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
  const { error, left, wait, ...to } = readAsked(await searchParams);
  const next = returnPath(to.next);
  if ((await getSession()) !== undefined) redirect(next);
  const t = await getWords("signIn");
  const failure = app.signInFailures.find((each) => each === error);
  const hasDemoKey = app.findDemoKey(app.running().settings, await headers()) !== undefined;
  const sent = { words: t, csrfToken: await csrfToken(), next };
  return (
    <main
      className="grid grid-cols-[minmax(0,400px)_minmax(0,400px)] justify-center gap-x-20 px-8 pt-28 pb-12 max-md:block max-md:px-4 max-md:py-10"
      id="main"
    >
      <div>
        <Lead words={t} />
        {hasDemoKey ? <DemoForm {...sent} /> : null}
        <WordsProvider {...(await wordsOfCountdown(wait))}>
          <SignInForm
            {...sent}
            failure={failure}
            attemptsLeft={left}
            waitSeconds={wait}
            hasDemoKey={hasDemoKey}
            service={<ServiceState />}
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
