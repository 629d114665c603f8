import type { Metadata } from "next";
import { OwnedPage, ownedAddress, ownedFiltersFrom, ownedItemsQuery } from "@/components/library";
import { requireOwner } from "@/lib/next/session";
import { jstDate } from "@/lib/format/dates";
import { getWords, pickMessages } from "@/lib/i18n/locale.server";
import { WordsProvider } from "@/lib/i18n/provider";
import { seedLibrary } from "@/lib/seeds/seed-library";
import { Seeded } from "@/lib/seeds/Seeded";

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
