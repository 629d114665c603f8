import type { Metadata } from "next";
import Link from "next/link";
import { Suspense } from "react";
import { ContinueReading, Latest, NewUser, SavedSearches, Watched } from "@/components/desk";
import { ErrorInPlace, Skeleton } from "@/components/errors";
import { type Owner, requireOwner } from "@/lib/auth/session";
import { longDate, moment } from "@/lib/format/clock";
import { jstDate, jstDateTime } from "@/lib/format/dates";
import { eraYear } from "@/lib/format/era";
import { shiftDay } from "@/lib/format/clock";
import { getLocale, getWords, pickMessages } from "@/lib/i18n/locale.server";
import { WordsProvider } from "@/lib/i18n/provider";
import { routes } from "@/lib/routes";
import { store } from "@/lib/store/database";
import { listReading } from "@/lib/store/reading";
import { listSavedSearches } from "@/lib/store/saved-searches";
import { listWatches, noteDeskVisit, type WatchRow } from "@/lib/store/watches";
import { callFree } from "@/lib/upstream/call-free";
import { newestDocuments } from "@/lib/upstream/newest-documents";
import { orProblem } from "@/lib/upstream/problem-error";

const latestShown = 12;
const placesShown = 6;
const issuersToBeginWith = 8;

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
  const watches = listWatches(store(), owner.ownerId);
  const lastVisitMs = noteDeskVisit(store(), owner.ownerId, nowMs);
  const latest = orProblem(
    callFree(owner.upstream, "listDocuments", { timeline_since: shiftDay(today, -7), limit: latestShown }),
  );
  const era = eraYear(today);
  return (
    <WordsProvider {...(await pickMessages("desk", "documents"))}>
      <main className="page" id="main">
        <div className="dateline">
          <h1 className="h-page">{longDate(today, locale)}</h1>
          {era === undefined ? null : (
            <span className="muted" lang="ja">
              {era.ja}
              {era.year === 1 ? "元" : era.year}年
            </span>
          )}
          <span className="end">{t("now", { time: jstDateTime(nowMs).slice(11, 16) })}</span>
        </div>
        <div className="desk">
          <section className="sect">
            {watches.length === 0 ? (
              <BeginSection latest={latest} />
            ) : (
              <Suspense fallback={<Skeleton rows={watches.length} />}>
                <WatchedSection owner={owner} watches={watches} today={today} lastVisitMs={lastVisitMs} />
              </Suspense>
            )}
          </section>
          <section className="sect" aria-labelledby="latest">
            <div className="sect-h">
              <h2 id="latest">{t("latest")}</h2>
              <span className="end">
                <Link href={routes.documents()} prefetch={false}>
                  {t("allDocuments")}
                </Link>
              </span>
            </div>
            <Suspense fallback={<Skeleton rows={latestShown} rowPx={57} />}>
              <LatestSection latest={latest} today={today} />
            </Suspense>
          </section>
          <aside>
            <section className="sect" aria-labelledby="continue">
              <div className="sect-h">
                <h2 id="continue">{t("continueReading")}</h2>
              </div>
              <ContinueReading places={listReading(store(), owner.ownerId, placesShown)} />
            </section>
            <section className="sect" aria-labelledby="saved">
              <div className="sect-h">
                <h2 id="saved">{t("savedSearches")}</h2>
              </div>
              <SavedSearches searches={listSavedSearches(store(), owner.ownerId)} today={today} />
            </section>
          </aside>
        </div>
      </main>
    </WordsProvider>
  );
}

type LatestAnswer = ReturnType<typeof orProblem<Awaited<ReturnType<typeof callFree<"listDocuments">>>>>;

async function LatestSection({ latest, today }: { readonly latest: LatestAnswer; readonly today: string }) {
  const answer = await latest;
  if ("problem" in answer) return <ErrorInPlace problem={answer.problem} />;
  return <Latest documents={answer.value.documents} today={today} />;
}

/** A new user is offered whoever filed last. */
async function BeginSection({ latest }: { readonly latest: LatestAnswer }) {
  const answer = await latest;
  const issuers = new Map<string, string | null>();
  for (const document of "problem" in answer ? [] : answer.value.documents) {
    if (document.security_code !== null) issuers.set(document.security_code, document.issuer_name);
  }
  const recent = [...issuers].map(([security_code, name]) => ({ security_code, name })).slice(0, issuersToBeginWith);
  return <NewUser recent={recent} />;
}

interface WatchedProps {
  readonly owner: Owner;
  readonly watches: readonly WatchRow[];
  readonly today: string;
  readonly lastVisitMs: number | undefined;
}

async function WatchedSection({ owner, watches, today, lastVisitMs }: WatchedProps) {
  const t = await getWords("desk");
  const codes = watches.map((each) => each.security_code);
  const answer = await orProblem(newestDocuments(owner.upstream, codes));
  const newest = "problem" in answer ? undefined : answer.value;
  const issuers = watches
    .map((watch) => {
      const document = newest?.get(watch.security_code);
      const filedMs = Date.parse(document?.timeline_at ?? "");
      const name = watch.name ?? document?.issuer_name ?? null;
      return { ...watch, name, newest: document, isNew: lastVisitMs !== undefined && filedMs > lastVisitMs };
    })
    .sort((a, b) => (b.newest?.timeline_at ?? "").localeCompare(a.newest?.timeline_at ?? ""));
  const when = lastVisitMs === undefined ? undefined : moment(jstDateTime(lastVisitMs));
  const newsNote =
    when === undefined || newest === undefined
      ? undefined
      : t("newSince", {
          count: issuers.filter(({ isNew }) => isNew).length,
          when: when.date === today ? (when.time ?? "") : when.date.slice(5),
        });
  return (
    <>
      <Watched issuers={issuers} today={today} newsNote={newsNote} />
      {"problem" in answer ? <ErrorInPlace problem={answer.problem} /> : null}
    </>
  );
}
