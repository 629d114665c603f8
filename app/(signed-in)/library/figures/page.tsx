import type { Metadata } from "next";
import { ComparedFigures, FiguresSkeleton } from "@/components/figures";
import { app } from "@/lib/app.server";
import { getLocale, getWords, pickMessages } from "@/lib/next/locale.server";
import { WordsProvider } from "@/lib/next/provider";
import { requireOwner } from "@/lib/next/session";
import { SkeletonUntilLoaded } from "../../SkeletonUntilLoaded.tsx";

type Query = Readonly<Record<string, string | string[] | undefined>>;

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getWords("figures"))("compareTitle") };
}

export default async function Page({ searchParams }: { readonly searchParams: Promise<Query> }) {
  return (
    <SkeletonUntilLoaded skeleton={<FiguresSkeleton />}>
      <Compared query={await searchParams} />
    </SkeletonUntilLoaded>
  );
}

async function Compared({ query }: { readonly query: Query }) {
  const owner = await requireOwner();
  const view = await app.loadComparedFigures(owner, {
    issuers: all(query["issuer"]),
    amounts: all(query["row"]),
    yearsOnly: query["periods"] === "years",
    plot: all(query["plot"])[0],
    lang: await getLocale(),
  });
  return (
    <WordsProvider {...(await pickMessages("share", "refill"))}>
      <main className="page" id="main">
        <ComparedFigures view={view} />
      </main>
    </WordsProvider>
  );
}

function all(value: string | string[] | undefined): readonly string[] {
  return [value ?? []].flat().filter((each) => each !== "");
}
