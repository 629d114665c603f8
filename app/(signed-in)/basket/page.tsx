import type { Metadata } from "next";
import { BasketPage } from "@/components/basket";
import { getWords } from "@/lib/next/locale.server";
import { requireOwner } from "@/lib/next/session";

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
  return <BasketPage linked={[line ?? []].flat()} />;
}
