import { app } from "@/lib/app.server";
import { getWords } from "@/lib/next/locale.server";
import type { Owner } from "@/lib/owners/owner";
import { Programs } from "./Programs.tsx";

export async function Account({ owner }: { readonly owner: Owner }) {
  return <Programs words={await getWords("account")} {...(await app.programs.agentCounts(owner))} />;
}
