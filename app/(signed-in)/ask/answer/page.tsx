import type { Metadata } from "next";
import { AskPage } from "@/components/ask";
import { app } from "@/lib/app.server";
import { budgetMax, budgetUsual, issuersMax } from "@/lib/features/ask/bounds";
import { getWords, pickMessages } from "@/lib/next/locale.server";
import { WordsProvider } from "@/lib/next/provider";
import { requireOwner } from "@/lib/next/session";

interface Props {
  readonly searchParams: Promise<Readonly<Record<string, string | string[] | undefined>>>;
}

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getWords("ask"))("title") };
}

/** Opening a link fills the form; it plans nothing and buys nothing. */
export default async function Page({ searchParams }: Props) {
  await requireOwner();
  const { question, issuer, budget } = await searchParams;
  const wanted = Number([budget].flat()[0] ?? budgetUsual);
  const initial = {
    question: ([question].flat()[0] ?? "").slice(0, 1_000),
    issuers: [issuer ?? []]
      .flat()
      .filter((code) => /^[0-9A-Za-z]{4,5}$/.test(code))
      .slice(0, issuersMax)
      .map((code) => ({ code, name: "" })),
    budget: Number.isInteger(wanted) && wanted >= 0 && wanted <= budgetMax ? wanted : budgetUsual,
  };
  return (
    <WordsProvider {...(await pickMessages("ask"))}>
      <AskPage initial={initial} wording={app.wordingEndpoint(app.running().settings.answerEndpoint)} />
    </WordsProvider>
  );
}
