import { ErrorInPlace } from "@/components/errors";
import { app } from "@/lib/app.server";
import { pickMessages, readerLanguage } from "@/lib/next/locale.server";
import { WordsProvider } from "@/lib/next/provider";
import type { Owner } from "@/lib/owners/owner";
import { SinceLooked, Subscriptions } from "./index.ts";

export async function Account({ owner, about }: { readonly owner: Owner; readonly about: string | undefined }) {
  return (
    <WordsProvider {...(await pickMessages("updates", "mail", "share"))}>
      <Subscriptions facts={await app.following.subscriptionFacts(owner, await readerLanguage())} about={about} />
    </WordsProvider>
  );
}

export async function News({ owner, nowMs }: { readonly owner: Owner; readonly nowMs: number }) {
  const { problem, ...updates } = await app.following.deskUpdates(owner, await readerLanguage(), nowMs);
  return (
    <>
      <SinceLooked {...updates} />
      {problem === undefined ? null : <ErrorInPlace problem={problem} />}
    </>
  );
}
