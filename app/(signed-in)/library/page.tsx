import type { Metadata } from "next";
import { OwnedPage, ownedAddress, ownedFiltersFrom, ownedItemsQuery } from "@/components/library";
import { jstDate } from "@/lib/contract/dates";
import { getWords, pickMessages } from "@/lib/next/locale.server";
import { WordsProvider } from "@/lib/next/provider";
import { Seeded } from "@/lib/next/seeds/Seeded";
import { seedLibrary } from "@/lib/next/seeds/seed-library";
import { requireOwner } from "@/lib/next/session";

interface Props {
  readonly searchParams: Promise<Readonly<Record<string, string | string[] | undefined>>>;
}

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getWords("library"))("title") };
}

export default async function Page({ searchParams }: Props) {
  const owner = await requireOwner();
  const filters = ownedFiltersFrom(await searchParams);
  const month = jstDate(Date.now()).slice(0, 7);
  const state = await seedLibrary(owner, { month, items: ownedItemsQuery(filters) });
  return (
    <WordsProvider {...(await pickMessages("library", "documents"))}>
      <Seeded state={state}>
        <OwnedPage key={JSON.stringify(ownedAddress(filters))} filters={filters} month={month} />
      </Seeded>
    </WordsProvider>
  );
}
