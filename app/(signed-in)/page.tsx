import type { Metadata } from "next";
import { AboutLine, ContinueSection, Dateline, FollowingSection, LatestSection, NewsSection } from "@/components/desk";
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
        <div className="grid grid-cols-[minmax(0,1fr)_304px] gap-x-12 max-md:block">
          <div>
            {watches.length + filters.length + standing.length === 0 ? null : (
              <NewsSection owner={owner} nowMs={nowMs} />
            )}
            <LatestSection latest={latest} today={today} market={market} />
          </div>
          <aside className="space-y-8 max-md:mt-8">
            {places.length === 0 ? null : <ContinueSection places={places} />}
            <FollowingSection
              owner={owner}
              watches={watches}
              filters={await app.namedFilters(await readerLanguage(), filters)}
              searches={searches}
              standing={standing}
              today={today}
              latest={latest}
            />
          </aside>
        </div>
      </main>
    </WordsProvider>
  );
}
