import type { Metadata } from "next";
import { BasketPage } from "@/components/basket";
import { requireOwner } from "@/lib/next/session";
import { getWords, pickMessages } from "@/lib/i18n/locale.server";
import { WordsProvider } from "@/lib/i18n/provider";

interface Props {
  readonly searchParams: Promise<Readonly<Record<string, string | string[] | undefined>>>;
}

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getWords("basket"))("title") };
}

/** Opening a link offers its lines; it takes none over, and buys none. */
export default async function Page({ searchParams }: Props) {
  await requireOwner();
  const { line } = await searchParams;
  return (
    <WordsProvider {...(await pickMessages("basket"))}>
      <BasketPage linked={[line ?? []].flat()} />
    </WordsProvider>
  );
}
