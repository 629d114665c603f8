import type { Metadata } from "next";
import { filtersFromQuery, filtersToQuery, LedgerPage } from "@/components/library";
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
  return { title: (await getWords("library"))("ledger") };
}

export default async function Page({ searchParams }: Props) {
  const owner = await requireOwner();
  const query = toParams(await searchParams);
  const filters = filtersFromQuery(query);
  const today = jstDate(Date.now());
  const month = filters.month ?? today.slice(0, 7);
  const state = await seedLibrary(owner, { month, ledger: filtersToQuery(filters) });
  return (
    <WordsProvider {...(await pickMessages("library"))}>
      <Seeded state={state}>
        <LedgerPage filters={filters} month={month} today={today} editBudget={query.get("budget") === "edit"} />
      </Seeded>
    </WordsProvider>
  );
}

function toParams(query: Readonly<Record<string, string | string[] | undefined>>): URLSearchParams {
  const params = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    for (const item of [value ?? []].flat()) params.append(key, item);
  }
  return params;
}
