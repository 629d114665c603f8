import type { Metadata } from "next";
import { OwnedPage } from "@/components/library";
import { requireOwner } from "@/lib/auth/session";
import { jstDate } from "@/lib/format/dates";
import { getWords, pickMessages } from "@/lib/i18n/locale.server";
import { WordsProvider } from "@/lib/i18n/provider";

interface Props {
  readonly searchParams: Promise<Readonly<Record<string, string | string[] | undefined>>>;
}

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getWords("library"))("title") };
}

export default async function Page({ searchParams }: Props) {
  await requireOwner();
  const { q, opened } = await searchParams;
  const query = typeof q === "string" ? q.slice(0, 200) : "";
  return (
    <WordsProvider {...(await pickMessages("library"))}>
      <OwnedPage
        key={`${query} ${String(opened)}`}
        query={query}
        neverOpened={opened === "never"}
        month={jstDate(Date.now()).slice(0, 7)}
      />
    </WordsProvider>
  );
}
