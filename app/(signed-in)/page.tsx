import type { Metadata } from "next";
import {
  AboutLine,
  ContinueSection,
  Dateline,
  LatestSection,
  NewsSection,
  SavedFilters,
  SavedSearches,
  WatchedSection,
} from "@/components/desk";
import { app } from "@/lib/app.server";
import { jstDate } from "@/lib/contract/dates";
import { getWords, pickMessages, readerLanguage } from "@/lib/next/locale.server";
import { WordsProvider } from "@/lib/next/provider";
import { requireOwner } from "@/lib/next/session";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getWords("desk");
  return { title: t("title") };
}

export default async function DeskPage() {
  const owner = await requireOwner();
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
              <NewsSection owner={owner} nowMs={nowMs} />
            )}
            <WatchedSection owner={owner} watches={watches} today={today} latest={latest} />
            <SavedFilters filters={await app.namedFilters(await readerLanguage(), filters)} />
            <SavedSearches searches={searches} standing={standing} today={today} />
          </section>
          <LatestSection owner={owner} latest={latest} today={today} market={market} />
          <aside className="border-s border-line ps-6 max-lg:col-span-full max-lg:mt-8 max-lg:border-0 max-lg:ps-0">
            <ContinueSection places={places} />
          </aside>
        </div>
      </main>
    </WordsProvider>
  );
}
