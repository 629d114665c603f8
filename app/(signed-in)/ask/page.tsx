import type { Metadata } from "next";
import { formFromQuery, formToInput, SearchPage } from "@/components/search";
import { getWords, pickMessages } from "@/lib/next/locale.server";
import { WordsProvider } from "@/lib/next/provider";
import { Seeded } from "@/lib/next/seeds/Seeded";
import { seedSearch } from "@/lib/next/seeds/seed-search";
import { requireOwner } from "@/lib/next/session";

interface Props {
  readonly searchParams: Promise<Readonly<Record<string, string | string[] | undefined>>>;
}

export async function generateMetadata({ searchParams }: Props): Promise<Metadata> {
  const t = await getWords("search");
  const { query } = formFromQuery(toParams(await searchParams));
  return { title: query === "" ? t("search") : `${query} · ${t("search")}` };
}

/** Opening a link shows the form, its price and any owned answer. It runs nothing. */
export default async function Page({ searchParams }: Props) {
  const owner = await requireOwner();
  const form = formFromQuery(toParams(await searchParams));
  return (
    <WordsProvider {...(await pickMessages("search", "query", "documents"))}>
      <Seeded state={await seedSearch(owner, formToInput(form))}>
        <SearchPage initial={form} />
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
