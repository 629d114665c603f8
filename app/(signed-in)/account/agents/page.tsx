import type { Metadata } from "next";
import { AgentAccess } from "@/components/agents";
import { app } from "@/lib/app.server";
import { getWords, pickMessages } from "@/lib/next/locale.server";
import { WordsProvider } from "@/lib/next/provider";
import { requestedHost, requireOwner } from "@/lib/next/session";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getWords("agents"))("title") };
}

export default async function AgentsPage() {
  const owner = await requireOwner();
  const t = await getWords("agents");
  const { facts, address } = await app.programs.agentPageFacts(owner, await requestedHost());
  return (
    <WordsProvider {...(await pickMessages("agents", "updates", "share"))}>
      <main className="page" id="main">
        <div className="dateline">
          <h1 className="h-page">{t("title")}</h1>
        </div>
        <AgentAccess facts={facts} address={address} />
      </main>
    </WordsProvider>
  );
}
