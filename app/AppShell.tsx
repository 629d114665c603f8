import type { ComponentType, ReactNode } from "react";
import { FirstRead } from "@/components/first-read";
import { type FrameSeed, SampleLoading, Shell } from "@/components/frame";
import { app } from "@/lib/app.server";
import { pickMessages } from "@/lib/next/locale.server";
import { loadFrameData } from "@/lib/next/seeds/frame-data";
import { getView } from "@/lib/next/view";
import type { Owner } from "@/lib/owners/owner";

interface Props {
  readonly owner: Owner;
  /** Next renders it where a page failed; named here so that it is among the frame's scripts. */
  readonly onFailure?: ComponentType<never>;
  readonly children: ReactNode;
}

const frameWords = ["frame", "errors", "keys", "lookup", "cost", "basket", "standing"] as const;

/** Wraps every page of a signed-in user: messages, query cache, frame. */
export async function AppShell({ owner, children }: Props) {
  const { theme, singleKeys } = await getView();
  const {
    credits: known,
    contentTiers,
    pause,
    away,
    firstRead,
    offersRecovery,
    sampleLoading,
  } = await loadFrameData(owner);
  const { recent: _, ...credits } = known;
  const seed: FrameSeed = { credits, contentTiers };
  const words = await pickMessages(...frameWords, ...(firstRead.left ? [] : (["firstRead"] as const)));
  return (
    <Shell
      words={words}
      seed={seed}
      away={away}
      view={{ theme, singleKeys }}
      offersRecovery={offersRecovery}
      pause={pause}
      publicOrigin={app.running().settings.publicOrigin}
      notice={sampleLoading ? <SampleLoading /> : null}
    >
      {children}
      {firstRead.left ? null : <FirstRead progress={firstRead} />}
    </Shell>
  );
}
