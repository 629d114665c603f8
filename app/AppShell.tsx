import type { ComponentType, ReactNode } from "react";
import { headers } from "next/headers";
import { preload } from "react-dom";
import { FirstRead } from "@/components/first-read";
import { type FrameSeed, SampleLoading, Shell } from "@/components/frame";
import type { Owner } from "@/lib/auth/owner";
import { getView } from "@/lib/next/view";
import { app } from "@/lib/app.server";
import { earlyWordsScript } from "@/lib/i18n/early-words";
import { getLocale } from "@/lib/i18n/locale.server";
import { wordFile } from "@/lib/i18n/word-files.server";
import { loadFrameData } from "@/lib/seeds/frame-data";

interface Props {
  readonly owner: Owner;
  /** What Next shows where a page failed; not rendered here, and part of the frame's scripts by being named. */
  readonly onFailure?: ComponentType<never>;
  readonly children: ReactNode;
}

/** Wraps every page of a signed-in user: messages, query cache, frame. */
export async function AppShell({ owner, children }: Props) {
  if (owner.recoveryCode !== undefined) app.noteSecretInPage();
  const { theme, singleKeys } = await getView();
  const { credits: known, contentTiers, pause, away, firstRead, sampleLoading } = await loadFrameData(owner);
  const { recent: _, ...credits } = known;
  const seed: FrameSeed = { credits, contentTiers };
  const locale = await getLocale();
  const file = await wordFile(locale, firstRead.left ? "frame" : "first-frame");
  // As it is fetched: otherwise the browser would load it twice.
  preload(file, { as: "fetch", crossOrigin: "anonymous" });
  const nonce = (await headers()).get(app.requestHeaders.nonce) ?? undefined;
  return (
    <>
      <script nonce={nonce} dangerouslySetInnerHTML={{ __html: earlyWordsScript(file) }} />
      <Shell
        words={{ locale, messages: {}, file }}
        seed={JSON.stringify(seed)}
        away={away}
        view={{ theme, singleKeys }}
        recoveryCode={owner.recoveryCode}
        pause={pause}
        notice={sampleLoading ? <SampleLoading /> : null}
      >
        {children}
        {firstRead.left ? null : <FirstRead progress={firstRead} />}
      </Shell>
    </>
  );
}
