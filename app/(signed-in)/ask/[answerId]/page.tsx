import type { Metadata } from "next";
import { AnswerPage, PrintedSources } from "@/components/ask";
import { app } from "@/lib/app.server";
import { getWords, pickMessages } from "@/lib/next/locale.server";
import { WordsProvider } from "@/lib/next/provider";
import { requireOwner } from "@/lib/next/session";
import { pathValue } from "@/lib/routes";

interface Props {
  readonly params: Promise<{ readonly answerId: string }>;
}

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getWords("ask"))("title") };
}

export default async function Page({ params }: Props) {
  const owner = await requireOwner();
  const answerId = pathValue((await params).answerId);
  return (
    <WordsProvider {...(await pickMessages("ask", "receipts", "share"))}>
      <AnswerPage
        answerId={answerId}
        wording={app.wordingEndpoint(app.running().settings.answerEndpoint)}
        sources={<PrintedSources owner={owner} answerId={answerId} />}
      />
    </WordsProvider>
  );
}
