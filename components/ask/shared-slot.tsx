import { app } from "@/lib/app.server";
import { pickMessages } from "@/lib/next/locale.server";
import { WordsProvider } from "@/lib/next/provider";
import type { Owner } from "@/lib/owners/owner";
import { SharedAnswer } from "./SharedAnswer.tsx";

export async function shared(owner: Owner, shareId: string) {
  const found = await app.ask.sharedDossier(owner, shareId);
  if (found === undefined) return undefined;
  return (
    <WordsProvider {...(await pickMessages("ask", "receipts"))}>
      <SharedAnswer shared={found} sameService={owner.upstream.baseUrl === found.service} />
    </WordsProvider>
  );
}
