import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { OwnedPage, ownedItemsQuery } from "@/components/library";
import { requireOwner } from "@/lib/auth/session";
import { jstDate } from "@/lib/format/dates";
import { getWords, pickMessages } from "@/lib/i18n/locale.server";
import { WordsProvider } from "@/lib/i18n/provider";
import { seedLibrary } from "@/lib/seeds/seed-library";

interface Props {
  readonly searchParams: Promise<Readonly<Record<string, string | string[] | undefined>>>;
}

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getWords("library"))("title") };
}

export default async function Page({ searchParams }: Props) {
  const owner = await requireOwner();
  const { q, opened } = await searchParams;
  const query = typeof q === "string" ? q.slice(0, 200) : "";
  const month = jstDate(Date.now()).slice(0, 7);
  const state = await seedLibrary(owner, { month, items: ownedItemsQuery(query, opened === "never") });
  return (
    <WordsProvider {...(await pickMessages("library"))}>
      <HydrationBoundary state={state}>
        <OwnedPage key={`${query} ${String(opened)}`} query={query} neverOpened={opened === "never"} month={month} />
      </HydrationBoundary>
    </WordsProvider>
  );
}
