import type { ReactNode } from "react";
import { Frame, QueryProvider } from "@/components/frame";
import type { Owner } from "@/lib/auth/session";
import { getView } from "@/lib/auth/view";
import { pickMessages } from "@/lib/i18n/locale.server";
import { WordsProvider } from "@/lib/i18n/provider";
import { pauseFor } from "@/lib/upstream/key-state";

/** What stands around every page of somebody who is signed in: words, cache, frame. */
export async function DeskShell({ owner, children }: { readonly owner: Owner; readonly children: ReactNode }) {
  const view = await getView();
  const words = await pickMessages("frame", "errors", "keys", "lookup", "cost");
  return (
    <WordsProvider {...words}>
      <QueryProvider>
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
