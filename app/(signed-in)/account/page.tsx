import type { Metadata } from "next";
import {
  DisplaySettings,
  KeySection,
  LimitsTable,
  linkOutcomes,
  RecoveryCode,
  Sessions,
  type ShownLimit,
  SignOut,
  sessionOutcomes,
} from "@/components/account";
import { ErrorInPlace } from "@/components/errors";
import { fillsOf } from "@/components/fill.ts";
import { app } from "@/lib/app.server";
import { jstDate, jstDateTime } from "@/lib/contract/dates";
import type { Limit } from "@/lib/kit/retry/limits";
import { getLocale, getWords, pickMessages } from "@/lib/next/locale.server";
import { WordsProvider } from "@/lib/next/provider";
import { csrfToken, requireOwner } from "@/lib/next/session";
import { getView } from "@/lib/next/view";
import { shortDay } from "@/lib/text/format/short-time";

interface Props {
  readonly searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export async function generateMetadata(): Promise<Metadata> {
  const t = await getWords("account");
  return { title: t("title") };
}

export default async function AccountPage({ searchParams }: Props) {
  const owner = await requireOwner();
  const t = await getWords("account");
  const locale = await getLocale();
  const { link: asked, session: ended, about } = await searchParams;
  const nowMs = Date.now();
  const { keys, recoveryCode, sessions, limits: answer } = await app.accountFacts(owner, nowMs);
  const limits = "problem" in answer ? undefined : answer.value;
  const shown = (name: ShownLimit["name"], limit: Limit | null | undefined): ShownLimit[] =>
    limit === null || limit === undefined
      ? []
      : [{ name, limit: limit.limit, remaining: limit.remaining, reset: resetInWords(limit.resetAtMs) }];
  const resetInWords = (resetAtMs: number | null): string | null => {
    if (resetAtMs === null) return null;
    const seconds = Math.max(0, Math.ceil((resetAtMs - nowMs) / 1000));
    if (seconds <= 120) return t("inSeconds", { seconds });
    const at = jstDateTime(resetAtMs);
    return at.slice(0, 10) === jstDate(nowMs) ? at.slice(11, 16) : `${shortDay(at, locale)} ${at.slice(11, 16)}`;
  };
  return (
    <WordsProvider {...(await pickMessages("account", "share"))}>
      <main className="page" id="main">
        <div className="dateline">
          <h1 className="h-page">{t("title")}</h1>
        </div>
        <div className="grid grid-cols-2 gap-x-12 max-md:block">
          <div className="[&>section+section]:mt-8">
            <KeySection
              words={t}
              fingerprint={owner.fingerprint}
              serviceUrl={owner.upstream.baseUrl}
              endsOn={jstDate(owner.createdAtMs + app.absoluteMs)}
              keys={keys.map((key) => ({
                fingerprint: key.fingerprint,
                linkedOn: jstDate(key.linked_at),
                current: key.key_id === owner.upstream.keyId,
              }))}
              demo={owner.demo}
              outcome={linkOutcomes.find((each) => each === asked)}
            />
            {recoveryCode === undefined ? null : <RecoveryCode code={recoveryCode} />}
            <Sessions
              words={t}
              sessions={sessions.map((row) => ({
                ...row,
                begunAt: minuteOf(row.begunAtMs),
                usedAt: minuteOf(row.usedAtMs),
              }))}
              outcome={sessionOutcomes.find((each) => each === ended)}
            />
            {fillsOf("Account").map(([feature, Section]) => (
              <Section key={feature} owner={owner} about={typeof about === "string" ? about : undefined} />
            ))}
            <SignOut words={t} csrfToken={await csrfToken()} />
          </div>
          <div className="max-md:mt-8 [&>section+section]:mt-8">
            {"problem" in answer ? <ErrorInPlace problem={answer.problem} heading="h2" /> : null}
            {"problem" in answer ? null : (
              <LimitsTable
                words={t}
                limits={[
                  ...shown("rate", limits?.rate),
                  ...shown("catalog", limits?.catalog),
                  ...shown("compute", limits?.compute),
                ]}
              />
            )}
            <DisplaySettings view={await getView()} />
          </div>
        </div>
      </main>
    </WordsProvider>
  );
}

function minuteOf(ms: number): string {
  return jstDateTime(ms).slice(0, 16).replace("T", " ");
}
