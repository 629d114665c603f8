import type { ReactNode } from "react";
import { Frame, QueryProvider } from "@/components/frame";
import type { Owner } from "@/lib/auth/session";
import { getView } from "@/lib/auth/view";
import { contentTiers } from "@/lib/documents/content-tiers";
import { pickMessages } from "@/lib/i18n/locale.server";
import { WordsProvider } from "@/lib/i18n/provider";
import { purchases, spenderOf } from "@/lib/purchases/purchases";
import { creditsView } from "@/lib/purchases/views";
import { pauseFor } from "@/lib/upstream/key-state";

/** What stands around every page of somebody who is signed in: words, cache, frame. */
export async function DeskShell({ owner, children }: { readonly owner: Owner; readonly children: ReactNode }) {
  const view = await getView();
  const words = await pickMessages("frame", "errors", "keys", "lookup", "cost");
  return (
    <WordsProvider {...words}>
      <QueryProvider credits={lastKnownCredits(owner)} contentTiers={await contentTiers(owner.upstream)}>
        <Frame view={view} recoveryCode={owner.recoveryCode} pause={pauseOf(owner)}>
          {children}
        </Frame>
      </QueryProvider>
    </WordsProvider>
  );
}

/** A pause that another tab or device has met: this one learns of it with its first page. In seconds, as clocks differ. */
function pauseOf(owner: Owner): { code: string; seconds: number } | undefined {
  const nowMs = Date.now();
  const pause = pauseFor(owner.upstream.keyId, "paid", nowMs);
  return pause === undefined ? undefined : { code: pause.code, seconds: Math.ceil((pause.untilMs - nowMs) / 1000) };
}

/** What our own store knows of the credits, so that gauge and strip stand at once where they will stay. */
function lastKnownCredits(owner: Owner) {
  const { desk, rows } = purchases();
  const spender = spenderOf(owner);
  return creditsView(rows, spender, { nowMs: Date.now(), pauseMs: desk.keys.pauseMs(spender.keyId) });
}
