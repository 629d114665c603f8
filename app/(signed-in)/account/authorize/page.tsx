import type { Metadata } from "next";
import { ProgramConsent } from "@/components/agents";
import { app } from "@/lib/app.server";
import { getWords, pickMessages } from "@/lib/next/locale.server";
import { WordsProvider } from "@/lib/next/provider";
import { requestedHost, requireOwner } from "@/lib/next/session";
import { queryString } from "@/lib/routes";

interface Props {
  readonly searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getWords("agents"))("asksTitle") };
}

export default async function AuthorizePage({ searchParams }: Props) {
  const owner = await requireOwner();
  const search = queryString(await searchParams).toString();
  const facts = await app.programs.consentFacts(owner, search, await requestedHost());
  return (
    <WordsProvider {...(await pickMessages("agents"))}>
      <main className="page" id="main">
        <ProgramConsent facts={facts} search={search} />
      </main>
    </WordsProvider>
  );
}
