import type { Metadata } from "next";
import { LibraryFrame, ProofList } from "@/components/library";
import { app } from "@/lib/app.server";
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
  return { title: (await getWords("library"))("tab_proofs") };
}

export default async function Page({ searchParams }: Props) {
  const owner = await requireOwner();
  const { after } = await searchParams;
  const month = jstDate(Date.now()).slice(0, 7);
  return (
    <WordsProvider {...(await pickMessages("library"))}>
      <Seeded state={await seedLibrary(owner, { month })}>
        <LibraryFrame tab="proofs" month={month}>
          <ProofList page={await app.proofsOf(owner, [after].flat()[0])} />
        </LibraryFrame>
      </Seeded>
    </WordsProvider>
  );
}
