import type { Metadata } from "next";
import { Suspense } from "react";
import { ContinueReading, Dateline, Latest, NewUser, SavedFilters, SavedSearches, Watched } from "@/components/desk";
import { ErrorInPlace, Skeleton } from "@/components/errors";
import { fillsOf } from "@/components/fill.ts";
import { Link } from "@/components/ui/Link.tsx";
import { app } from "@/lib/app.server";
import { jstDate } from "@/lib/contract/dates";
import type { MarketFreshness } from "@/lib/contract/resources";
import { getLocale, getWords, pickMessages, readerLanguage } from "@/lib/next/locale.server";
import { WordsProvider } from "@/lib/next/provider";
import { requireOwner } from "@/lib/next/session";
import type { Owner } from "@/lib/owners/owner";
import { routes } from "@/lib/routes";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getWords("desk");
  return { title: t("title") };
}

export default async function DeskPage() {
  const owner = await requireOwner();
  const locale = await getLocale();
  const t = await getWords("desk");
  const nowMs = Date.now();
  const today = jstDate(nowMs);
  const { watches, filters, places, searches, standing } = await app.openDeskPage(owner);
  const market = await app.marketFreshness(nowMs);
  const latest = app.latestDocuments(owner, today);
  return (
    <WordsProvider {...(await pickMessages("desk", "documents", "updates"))}>
      <main className="page" id="main">
        <Dateline nowMs={nowMs} market={market} />
        <AboutLine owner={owner} isNew={watches.length === 0} />
        <div className="grid grid-cols-[minmax(0,47fr)_minmax(0,33fr)_minmax(0,20fr)] max-lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] max-md:block">
          <section className="min-w-0 pe-6 max-md:pe-0">
            {watches.length + filters.length + standing.length === 0 ? null : (
              <Suspense fallback={<Skeleton rows={3} />}>
                {fillsOf("News").map(([feature, News]) => (
                  <News key={feature} owner={owner} nowMs={nowMs} />
                ))}
              </Suspense>
            )}
            {watches.length === 0 ? (
              <BeginSection latest={latest} />
            ) : (
              <Suspense fallback={<Skeleton rows={watches.length} />}>
                <WatchedSection owner={owner} watches={watches} today={today} />
              </Suspense>
            )}
            <SavedFilters filters={await app.namedFilters(await readerLanguage(), filters)} />
            <SavedSearches searches={searches} standing={standing} today={today} />
          </section>
          <section
            className="min-w-0 border-s border-line px-6 max-lg:pe-0 max-md:mt-8 max-md:border-0 max-md:px-0"
            aria-labelledby="latest"
          >
            <div className="sect-h">
              <h2 id="latest">{t("latest")}</h2>
              <span className="end">
                <Link href={routes.documents()}>{t("allDocuments")}</Link>
              </span>
            </div>
            <Suspense fallback={<Skeleton rows={app.latestShown} rowPx={locale === "en" ? 77 : 57} />}>
              <LatestSection owner={owner} latest={latest} today={today} market={market} />
            </Suspense>
          </section>
          <aside className="border-s border-line ps-6 max-lg:col-span-full max-lg:mt-8 max-lg:border-0 max-lg:ps-0">
            <section aria-labelledby="continue">
              <div className="sect-h">
                <h2 id="continue">{t("continueReading")}</h2>
              </div>
              <ContinueReading places={places} />
            </section>
          </aside>
        </div>
      </main>
    </WordsProvider>
  );
}

/** New users are told what the app is, and that the sample market is invented. */
async function AboutLine({ owner, isNew }: { readonly owner: Owner; readonly isNew: boolean }) {
  const t = await getWords("desk");
  const sentences = [
    ...(isNew ? [t("about")] : []),
    ...(app.isSampleMarket() ? [t("sampleMarket")] : []),
    ...(app.isSampleMarket() && owner.demo ? [t("sampleCredits", { n: app.demoCredits })] : []),
  ];
  if (sentences.length === 0) return null;
  return <p className="mb-6 max-w-[72em] text-muted">{sentences.join((await getLocale()) === "ja" ? "" : " ")}</p>;
}

type LatestAnswer = ReturnType<typeof app.latestDocuments>;

type LatestProps = Omit<WatchedProps, "watches"> & {
  readonly latest: LatestAnswer;
  readonly market: MarketFreshness | undefined;
};

async function LatestSection({ owner, latest, today, market }: LatestProps) {
  const [answer, tiers] = await Promise.all([latest, app.contentTiers(owner.upstream)]);
  if ("problem" in answer) return <ErrorInPlace problem={answer.problem} />;
  return <Latest latest={answer.value} today={today} tiers={tiers} market={market} />;
}

/** A new user is offered whoever filed last. */
async function BeginSection({ latest }: { readonly latest: LatestAnswer }) {
  const answer = await latest;
  const recent = "problem" in answer ? [] : app.issuersOf(answer.value);
  return <NewUser recent={recent} />;
}

interface WatchedProps {
  readonly owner: Owner;
  readonly watches: Parameters<typeof app.watchedIssuers>[1];
  readonly today: string;
}

async function WatchedSection({ owner, watches, today }: WatchedProps) {
  const { issuers, problem } = await app.watchedIssuers(owner, watches);
  return (
    <>
      <Watched issuers={issuers} today={today} />
      {problem === undefined ? null : <ErrorInPlace problem={problem} />}
    </>
  );
}
