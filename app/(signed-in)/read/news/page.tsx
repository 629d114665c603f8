import type { Metadata } from "next";
import {
  answerQuery,
  citedBy,
  NewsOverview,
  NewsPage,
  newsFormFromQuery,
  newsQuestion,
  readNewsAnswer,
} from "@/components/news-list";
import { app } from "@/lib/app.server";
import { jstDate } from "@/lib/contract/dates";
import { getWords, pickMessages } from "@/lib/next/locale.server";
import { WordsProvider } from "@/lib/next/provider";
import { makeQueryClient } from "@/lib/next/queries/client";
import { Seeded } from "@/lib/next/seeds/Seeded";
import { seedNewsAnswer } from "@/lib/next/seeds/seed-news";
import { requireOwner } from "@/lib/next/session";
import { shiftDay } from "@/lib/text/format/clock";

interface Props {
  readonly searchParams: Promise<Readonly<Record<string, string | string[] | undefined>>>;
}

/** An address without parameters lists the last days, since a list needs an issuer or a first day. */
const defaultDays = 7;

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getWords("news"))("list_title") };
}

export default async function Page({ searchParams }: Props) {
  const owner = await requireOwner();
  const params = new URLSearchParams();
  for (const [key, value] of Object.entries(await searchParams)) {
    for (const item of [value ?? []].flat()) params.append(key, item);
  }
  const form = newsFormFromQuery(params, shiftDay(jstDate(Date.now()), -defaultDays));
  const client = makeQueryClient();
  const question = newsQuestion(form);
  const [overview] = await Promise.all([
    app.newsOverview(owner),
    typeof question === "object"
      ? seedNewsAnswer(client, owner, answerQuery(question), (value) => citedBy(readNewsAnswer(value)))
      : undefined,
  ]);
  return (
    <WordsProvider {...(await pickMessages("news", "query"))}>
      <Seeded state={client}>
        <NewsPage initial={form} overview={<NewsOverview overview={overview} />} />
      </Seeded>
    </WordsProvider>
  );
}
