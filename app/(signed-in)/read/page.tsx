import type { Metadata } from "next";
import { Market, MarketSkeleton, marketBase } from "@/components/documents";
import { app } from "@/lib/app.server";
import { jstDate } from "@/lib/contract/dates";
import { getWords, pickMessages } from "@/lib/next/locale.server";
import { WordsProvider } from "@/lib/next/provider";
import { makeQueryClient } from "@/lib/next/queries/client";
import { seedDocumentList } from "@/lib/next/queries/documents";
import { Seeded } from "@/lib/next/seeds/Seeded";
import { seedOwned } from "@/lib/next/seeds/seed-owned";
import { requireOwner } from "@/lib/next/session";
import { readFilters } from "@/lib/text/format/timeline-filters";
import { SkeletonUntilLoaded } from "../SkeletonUntilLoaded.tsx";

interface Props {
  readonly searchParams: Promise<Readonly<Record<string, string | readonly string[] | undefined>>>;
}

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getWords("documents"))("title") };
}

export default function DocumentsPage(props: Props) {
  return (
    <SkeletonUntilLoaded skeleton={<MarketSkeleton />}>
      <Documents {...props} />
    </SkeletonUntilLoaded>
  );
}

async function Documents({ searchParams }: Props) {
  const owner = await requireOwner();
  const today = jstDate(Date.now());
  const base = marketBase(readFilters(asParams(await searchParams)), today);
  const client = makeQueryClient();
  const first = await app.firstPage(owner, base);
  if (first !== undefined) {
    seedDocumentList(client, base, first);
    await seedOwned(client, owner, first.documents);
  }
  return (
    <WordsProvider {...(await pickMessages("documents"))}>
      <Seeded state={client}>
        <main className="page" id="main">
          <Market today={today} />
        </main>
      </Seeded>
    </WordsProvider>
  );
}

function asParams(query: Readonly<Record<string, string | readonly string[] | undefined>>): URLSearchParams {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const item of typeof value === "string" ? [value] : (value ?? [])) params.append(name, item);
  }
  return params;
}
