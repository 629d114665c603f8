import type { ReactNode } from "react";
import { FirstReadSlot } from "@/components/first-read";
import { Frame, QueryProvider } from "@/components/frame";
import type { Owner } from "@/lib/auth/session";
import { getView } from "@/lib/auth/view";
import { pickMessages } from "@/lib/i18n/locale.server";
import { WordsProvider } from "@/lib/i18n/provider";
import { ServiceProvider } from "@/lib/queries/service-provider";
import { loadFrameData } from "@/lib/seeds/frame-data";
import { noteSecretInPage } from "@/lib/server/answer-traits";

/** Wraps every page of a signed-in user: messages, query cache, frame. */
export async function AppShell({ owner, children }: { readonly owner: Owner; readonly children: ReactNode }) {
  if (owner.recoveryCode !== undefined) noteSecretInPage();
  const view = await getView();
  const { credits, contentTiers, pause, away, firstRead, sampleLoading } = await loadFrameData(owner);
  const words = await pickMessages(
    ...(["frame", "errors", "keys", "lookup", "cost", "standing"] as const),
    ...(firstRead.left ? [] : (["firstRead"] as const)),
  );
  return (
    <WordsProvider {...words}>
      <QueryProvider credits={credits} contentTiers={contentTiers}>
        <ServiceProvider away={away}>
          <Frame view={view} recoveryCode={owner.recoveryCode} pause={pause} sampleLoading={sampleLoading}>
            {children}
            {firstRead.left ? null : <FirstReadSlot progress={firstRead} />}
          </Frame>
        </ServiceProvider>
      </QueryProvider>
    </WordsProvider>
  );
}
