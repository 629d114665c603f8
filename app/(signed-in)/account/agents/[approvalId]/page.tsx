import type { Metadata } from "next";
import { AgentPlan } from "@/components/agents";
import { app } from "@/lib/app.server";
import { getLocale, getWords, pickMessages } from "@/lib/next/locale.server";
import { WordsProvider } from "@/lib/next/provider";
import { requireOwner } from "@/lib/next/session";
import { pathValue } from "@/lib/routes";

interface Props {
  readonly params: Promise<{ readonly approvalId: string }>;
}

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getWords("agents"))("planTitle") };
}

export default async function PlanPage({ params }: Props) {
  const owner = await requireOwner();
  const t = await getWords("agents");
  const found = await app.programs.findPlan(owner, pathValue((await params).approvalId), await getLocale());
  return (
    <WordsProvider {...(await pickMessages("agents"))}>
      <main className="page" id="main">
        {found === undefined ? (
          <div className="err">
            <h1>{t("noPlanTitle")}</h1>
            <p>{t("noPlan")}</p>
          </div>
        ) : (
          <AgentPlan plan={found.plan} sections={found.sections} />
        )}
      </main>
    </WordsProvider>
  );
}
