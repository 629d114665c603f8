import type { Metadata } from "next";
import { CheckQuotes, CheckReceipt } from "@/components/receipts";
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
          {owner === undefined ? (
            <p className="mb-6 flex items-center gap-2 text-16 font-semibold">
              <span
                className="grid size-7 place-items-center rounded-seal bg-ink font-mincho text-[17px]/none font-bold text-paper"
                lang="ja"
                aria-hidden="true"
              >
                開
              </span>
              Hiraku
            </p>
          ) : null}
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
