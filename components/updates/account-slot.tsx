import { app } from "@/lib/app.server";
import { pickMessages, readerLanguage } from "@/lib/next/locale.server";
import { WordsProvider } from "@/lib/next/provider";
import type { Owner } from "@/lib/owners/owner";
import { Subscriptions } from "./index.ts";

export async function Account({ owner, about }: { readonly owner: Owner; readonly about: string | undefined }) {
  return (
    <WordsProvider {...(await pickMessages("updates", "mail", "share"))}>
      <Subscriptions facts={await app.following.subscriptionFacts(owner, await readerLanguage())} about={about} />
    </WordsProvider>
  );
}
