import type { Metadata } from "next";
import { CheckPage } from "@/components/check";
import { getWords, pickMessages } from "@/lib/next/locale.server";
import { WordsProvider } from "@/lib/next/provider";
import { requireOwner } from "@/lib/next/session";

interface Props {
  readonly searchParams: Promise<Readonly<Record<string, string | string[] | undefined>>>;
}

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getWords("check"))("title") };
}

/** The draft stands in the browser alone, unless its owner stores it: no address has a word of it. */
export default async function Page({ searchParams }: Props) {
  await requireOwner();
  const [storedId] = [(await searchParams).stored].flat();
  return (
    <WordsProvider {...(await pickMessages("check", "share"))}>
      <CheckPage key={storedId} storedId={storedId} />
    </WordsProvider>
  );
}
