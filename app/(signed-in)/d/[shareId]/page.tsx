import type { Metadata } from "next";
import { SharedAnswer } from "@/components/ask";
import { SharedCheckView } from "@/components/check";
import { app } from "@/lib/app.server";
import { getWords, pickMessages } from "@/lib/next/locale.server";
import { WordsProvider } from "@/lib/next/provider";
import { requireOwner } from "@/lib/next/session";
import { pathValue } from "@/lib/routes";

interface Props {
  readonly params: Promise<{ readonly shareId: string }>;
}

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getWords("ask"))("sharedTitle") };
}

/** A shared answer or check, as this reader may see it. */
export default async function Page({ params }: Props) {
  const owner = await requireOwner();
  const shareId = pathValue((await params).shareId);
  const check = await app.sharedCheck(owner, shareId);
  if (check !== undefined)
    return <SharedCheckView shared={check} sameService={owner.upstream.baseUrl === check.service} />;
  const shared = await app.sharedDossier(owner, shareId);
  const t = await getWords("ask");
  return (
    <WordsProvider {...(await pickMessages("ask", "receipts"))}>
      {shared === undefined ? (
        <main className="page" id="main">
          <div className="err">
            <h1>{t("sharedMissingTitle")}</h1>
            <p>{t("sharedMissing")}</p>
          </div>
        </main>
      ) : (
        <SharedAnswer shared={shared} sameService={owner.upstream.baseUrl === shared.service} />
      )}
    </WordsProvider>
  );
}
