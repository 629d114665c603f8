import type { Metadata } from "next";
import type { ReactNode } from "react";
import {
  DisplaySettings,
  KeySection,
  LibraryKeys,
  Limits,
  linkOutcomes,
  RecoveryCode,
  Sessions,
  SignOut,
  sessionOutcomes,
} from "@/components/account";
import * as features from "@/components/account-slots.ts";
import { app } from "@/lib/app.server";
import { getLocale, getWords, pickMessages } from "@/lib/next/locale.server";
import { WordsProvider } from "@/lib/next/provider";
import { csrfToken, requireOwner } from "@/lib/next/session";
import { getView } from "@/lib/next/view";
import type { Owner } from "@/lib/owners/owner";

interface Props {
  readonly searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export async function generateMetadata(): Promise<Metadata> {
  const t = await getWords("account");
  return { title: t("title") };
}

interface SlotProps {
  readonly owner: Owner;
  readonly about: string | undefined;
}

const slots: Readonly<Record<string, (props: SlotProps) => ReactNode>> = features;

export default async function AccountPage({ searchParams }: Props) {
  const owner = await requireOwner();
  const { link, session, about } = await searchParams;
  const nowMs = Date.now();
  const { limits, recoveryCode, sessions, keys, endsOn } = await app.accountFacts(owner, nowMs);
  const words = await getWords("account");
  const linked = linkOutcomes.find((each) => each === link);
  const ended = sessionOutcomes.find((each) => each === session);
  return (
    <WordsProvider {...(await pickMessages("account", "share"))}>
      <main className="page" id="main">
        <div className="dateline">
          <h1 className="h-page">{words("title")}</h1>
        </div>
        <div className="grid grid-cols-2 gap-x-12 max-md:block">
          <div className="[&>section]:not-first:mt-8">
            <KeySection words={words} owner={owner} endsOn={endsOn} />
            <details className="mt-4 border-y border-line" open={linked !== undefined || ended !== undefined}>
              <summary className="cursor-pointer py-2">{words("others")}</summary>
              <div className="pb-4 *:not-first:mt-6">
                <LibraryKeys words={words} owner={owner} keys={keys} outcome={linked} />
                <Sessions words={words} sessions={sessions} outcome={ended} />
              </div>
            </details>
            {recoveryCode === undefined ? null : <RecoveryCode code={recoveryCode} />}
            {Object.entries(slots).map(([feature, Section]) => (
              <Section key={feature} owner={owner} about={typeof about === "string" ? about : undefined} />
            ))}
            <SignOut words={words} csrfToken={await csrfToken()} />
          </div>
          <div className="max-md:mt-8 [&>section+section]:mt-8">
            <Limits words={words} locale={await getLocale()} nowMs={nowMs} limits={limits} />
            <DisplaySettings view={await getView()} />
          </div>
        </div>
      </main>
    </WordsProvider>
  );
}
