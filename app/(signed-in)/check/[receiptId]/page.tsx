import type { Metadata } from "next";
import { ReceiptView } from "@/components/receipts";
import { app } from "@/lib/app.server";
import { getWords, pickMessages } from "@/lib/next/locale.server";
import { WordsProvider } from "@/lib/next/provider";
import { requireOwner } from "@/lib/next/session";
import { pathValue } from "@/lib/routes";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getWords("receipts"))("receiptTitle") };
}

export default async function ReceiptPage({ params }: { readonly params: Promise<{ readonly receiptId: string }> }) {
  await requireOwner();
  const receiptId = pathValue((await params).receiptId);
  const receipt = await app.receiptOf(receiptId);
  const t = await getWords("receipts");
  return (
    <WordsProvider {...(await pickMessages("receipts", "share"))}>
      <main className="page" id="main">
        {receipt === undefined ? (
          <div className="err">
            <h1>{t("notFoundTitle")}</h1>
            <p>{t("notFound")}</p>
          </div>
        ) : (
          <ReceiptView
            receiptId={receiptId}
            receipt={receipt}
            fingerprint={app.fingerprintOf(receipt.signer.public_key)}
          />
        )}
      </main>
    </WordsProvider>
  );
}
