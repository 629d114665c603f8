import type { Metadata } from "next";
import { CheckQuotes, CheckReceipt } from "@/components/receipts";
import { Brand } from "@/components/ui/Brand.tsx";
import { getWords, pickMessages } from "@/lib/next/locale.server";
import { WordsProvider } from "@/lib/next/provider";
import { getSession } from "@/lib/next/session";
import { linkPreview } from "@/lib/text/format/link-preview";
import { AppShell } from "../AppShell.tsx";

export async function generateMetadata(): Promise<Metadata> {
  return { ...linkPreview, title: (await getWords("receipts"))("verifyTitle") };
}

/** For anybody: proofs and proof files. For those signed in also quotes, in the text they own. */
export default async function CheckPage() {
  const t = await getWords("receipts");
  const owner = await getSession();
  const page = (
    <WordsProvider {...(await pickMessages("receipts"))}>
      <main className="page" id="main">
        <div className="mx-auto max-w-250">
          {owner === undefined ? <Brand /> : null}
          <h1 className="h-page">{t("verifyTitle")}</h1>
          <p className="mt-1 mb-6 max-w-[44em] text-muted">{t("verifyLead")}</p>
          <div className="grid grid-cols-2 gap-x-12 gap-y-10 max-lg:grid-cols-1">
            <CheckReceipt />
            {owner === undefined ? null : <CheckQuotes />}
          </div>
        </div>
      </main>
    </WordsProvider>
  );
  return owner === undefined ? page : <AppShell owner={owner}>{page}</AppShell>;
}
