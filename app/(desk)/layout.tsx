import type { ReactNode } from "react";
import { Frame, QueryProvider } from "@/components/frame";
import { requireOwner } from "@/lib/auth/session";
import { getView } from "@/lib/auth/view";
import { pickMessages } from "@/lib/i18n/locale.server";
import { WordsProvider } from "@/lib/i18n/provider";

/** The frame around every page of somebody who is signed in. Pages authorise for themselves too. */
export default async function DeskLayout({ children }: { readonly children: ReactNode }) {
  const owner = await requireOwner();
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
