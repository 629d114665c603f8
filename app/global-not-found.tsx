import type { Metadata } from "next";
import { NotFoundText } from "@/components/errors";
import { getWords } from "@/lib/next/locale.server";
import { requireOwner } from "@/lib/next/session";
import { AppShell } from "./AppShell.tsx";
import { RootDocument } from "./RootDocument.tsx";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getWords("errors");
  return { title: `${t("notFoundTitle")} · Hiraku` };
}

/**
 * Shown for an address without a page. A separate document, because `notFound()` from a page is rendered by the
 * browser's scripts only, and the nearest not-found file is sent with every page.
 */
export default async function GlobalNotFound() {
  const owner = await requireOwner();
  return (
    <RootDocument>
      <AppShell owner={owner}>
        <main className="page" id="main">
          <NotFoundText words={await getWords("errors")} />
        </main>
      </AppShell>
    </RootDocument>
  );
}
