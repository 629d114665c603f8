import { type ComponentProps, type ReactNode, Suspense } from "react";
import { ErrorInPlace, Skeleton } from "@/components/errors";
import * as features from "@/components/news-slots.ts";
import { Link } from "@/components/ui/Link.tsx";
import { app } from "@/lib/app.server";
import type { MarketFreshness } from "@/lib/contract/resources";
import { getLocale, getWords } from "@/lib/next/locale.server";
import type { Owner } from "@/lib/owners/owner";
import { routes } from "@/lib/routes";
import { ContinueReading } from "./ContinueReading.tsx";
import { Latest } from "./Latest.tsx";
import { NewUser } from "./NewUser.tsx";
import { Watched } from "./Watched.tsx";

/** New users are told what the app is, and that the sample market is invented. */
export async function AboutLine({ owner, isNew }: { readonly owner: Owner; readonly isNew: boolean }) {
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

/** The column of the market's newest documents. */
export async function LatestSection(props: LatestProps) {
  const t = await getWords("desk");
  return (
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
      <Suspense fallback={<Skeleton rows={app.latestShown} rowPx={(await getLocale()) === "en" ? 77 : 57} />}>
        <LatestRows {...props} />
      </Suspense>
    </section>
  );
}

async function LatestRows({ owner, latest, today, market }: LatestProps) {
  const [answer, tiers] = await Promise.all([latest, app.contentTiers(owner.upstream)]);
  if ("problem" in answer) return <ErrorInPlace problem={answer.problem} />;
  return <Latest latest={answer.value} today={today} tiers={tiers} market={market} />;
}

/** The issuers that are watched; a new user is offered whoever filed last. */
export function WatchedSection({ latest, ...watched }: WatchedProps & { readonly latest: LatestAnswer }) {
  if (watched.watches.length === 0) return <BeginSection latest={latest} />;
  return (
    <Suspense fallback={<Skeleton rows={watched.watches.length} />}>
      <WatchedRows {...watched} />
    </Suspense>
  );
}

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

async function WatchedRows({ owner, watches, today }: WatchedProps) {
  const { issuers, problem } = await app.watchedIssuers(owner, watches);
  return (
    <>
      <Watched issuers={issuers} today={today} />
      {problem === undefined ? null : <ErrorInPlace problem={problem} />}
    </>
  );
}

interface NewsProps {
  readonly owner: Owner;
  readonly nowMs: number;
}

const slots: Readonly<Record<string, (props: NewsProps) => ReactNode>> = features;

/** News of all that is followed. */
export function NewsSection({ owner, nowMs }: NewsProps) {
  return (
    <Suspense fallback={<Skeleton rows={3} />}>
      {Object.entries(slots).map(([feature, News]) => (
        <News key={feature} owner={owner} nowMs={nowMs} />
      ))}
    </Suspense>
  );
}

/** The places at which reading was left. */
export async function ContinueSection({ places }: ComponentProps<typeof ContinueReading>) {
  const t = await getWords("desk");
  return (
    <section aria-labelledby="continue">
      <div className="sect-h">
        <h2 id="continue">{t("continueReading")}</h2>
      </div>
      <ContinueReading places={places} />
    </section>
  );
}
