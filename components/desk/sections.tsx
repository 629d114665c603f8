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
import { Following } from "./Following.tsx";
import { Latest } from "./Latest.tsx";
import { NewUser } from "./NewUser.tsx";
import { Prices } from "./Prices.tsx";

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

interface LatestProps {
  readonly latest: LatestAnswer;
  readonly today: string;
  readonly market: MarketFreshness | undefined;
}

/** The market's newest documents. */
export async function LatestSection(props: LatestProps) {
  const t = await getWords("desk");
  return (
    <section aria-labelledby="latest">
      <div className="sect-h">
        <h2 id="latest">{t("latest")}</h2>
        <span className="end">
          <Link href={routes.documents()}>{t("allDocuments")}</Link>
        </span>
      </div>
      <Suspense fallback={<Skeleton rows={app.latestShown} rowPx={55} />}>
        <LatestRows {...props} />
      </Suspense>
    </section>
  );
}

async function LatestRows({ latest, today, market }: LatestProps) {
  const answer = await latest;
  if ("problem" in answer) return <ErrorInPlace problem={answer.problem} />;
  return <Latest latest={answer.value} today={today} market={market} />;
}

/** The issuers that are followed; a reader who follows none is offered those who filed last. */
export function FollowingSection(props: FollowingProps & { readonly latest: LatestAnswer }) {
  const { latest, ...followed } = props;
  const { watches, filters, searches } = followed;
  return (
    <div>
      {watches.length > 0 ? null : <BeginSection latest={latest} upstream={props.owner.upstream} />}
      {watches.length + filters.length + searches.length === 0 ? null : (
        <Suspense fallback={<Skeleton rows={watches.length} />}>
          <FollowedRows {...followed} />
        </Suspense>
      )}
    </div>
  );
}

async function BeginSection({ latest, upstream }: { readonly latest: LatestAnswer } & Pick<Owner, "upstream">) {
  const answer = await latest;
  const recent = "problem" in answer ? [] : app.issuersOf(answer.value);
  return (
    <>
      <NewUser recent={recent} />
      <Prices tiers={await app.contentTiers(upstream)} />
    </>
  );
}

interface FollowingProps extends Omit<ComponentProps<typeof Following>, "issuers"> {
  readonly owner: Owner;
  readonly watches: Parameters<typeof app.watchedIssuers>[1];
}

async function FollowedRows({ owner, watches, ...followed }: FollowingProps) {
  const { issuers, problem } = await app.watchedIssuers(owner, watches);
  return (
    <>
      <Following issuers={issuers} {...followed} />
      {problem === undefined ? null : (
        <div className="mt-4">
          <ErrorInPlace problem={problem} />
        </div>
      )}
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
