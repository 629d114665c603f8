import type { ReactNode } from "react";
import { Frame, QueryProvider } from "@/components/frame";
import type { Owner } from "@/lib/auth/session";
import { getView } from "@/lib/auth/view";
import { pickMessages } from "@/lib/i18n/locale.server";
import { WordsProvider } from "@/lib/i18n/provider";

/** What stands around every page of somebody who is signed in: words, cache, frame. */
export async function DeskShell({ owner, children }: { readonly owner: Owner; readonly children: ReactNode }) {
  const view = await getView();
  const words = await pickMessages("frame", "errors", "keys", "lookup", "cost");
  return (
    <WordsProvider {...words}>
      <QueryProvider>
        <Frame view={view} recoveryCode={owner.recoveryCode}>
          {children}
        </Frame>
      </QueryProvider>
    </WordsProvider>
  );
}
