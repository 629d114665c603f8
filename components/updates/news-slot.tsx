import { ErrorInPlace } from "@/components/errors";
import { app } from "@/lib/app.server";
import { readerLanguage } from "@/lib/next/locale.server";
import type { Owner } from "@/lib/owners/owner";
import { SinceLooked } from "./index.ts";

export async function News({ owner, nowMs }: { readonly owner: Owner; readonly nowMs: number }) {
  const { problem, ...updates } = await app.following.deskUpdates(owner, await readerLanguage(), nowMs);
  return (
    <>
      <SinceLooked {...updates} />
      {problem === undefined ? null : <ErrorInPlace problem={problem} />}
    </>
  );
}
