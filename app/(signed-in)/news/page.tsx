import type { Metadata } from "next";
import { newsFormFromQuery, NewsPage } from "@/components/news-list";
import { requireOwner } from "@/lib/auth/session";
import { shiftDay } from "@/lib/format/clock";
import { jstDate } from "@/lib/format/dates";
import { getWords, pickMessages } from "@/lib/i18n/locale.server";
import { WordsProvider } from "@/lib/i18n/provider";

interface Props {
  readonly searchParams: Promise<Readonly<Record<string, string | string[] | undefined>>>;
}

/** An address without parameters lists the last days, since a list needs an issuer or a first day. */
const defaultDays = 7;

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getWords("news"))("list_title") };
}

export default async function Page({ searchParams }: Props) {
  await requireOwner();
  const params = new URLSearchParams();
  for (const [key, value] of Object.entries(await searchParams)) {
    for (const item of [value ?? []].flat()) params.append(key, item);
  }
  const form = newsFormFromQuery(params, shiftDay(jstDate(Date.now()), -defaultDays));
  return (
    <WordsProvider {...(await pickMessages("news"))}>
      <NewsPage initial={form} />
    </WordsProvider>
  );
}
