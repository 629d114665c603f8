import type { Metadata } from "next";
import { CheckPage } from "@/components/check";
import { getWords, pickMessages } from "@/lib/next/locale.server";
import { WordsProvider } from "@/lib/next/provider";
import { requireOwner } from "@/lib/next/session";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getWords("check"))("title") };
}

/** The draft stands in the browser alone: no address has a word of it. */
export default async function Page() {
  await requireOwner();
  return (
    <WordsProvider {...(await pickMessages("check", "share"))}>
      <CheckPage />
    </WordsProvider>
  );
}
