"use client";

import { loadCrash } from "@/components/errors";
import { useDeferredCode } from "@/components/ui/use-deferred-code.ts";

/** What it shows is loaded at the first sign of a user, or now: asked for until it comes. */
export default function PageError({ error, retry }: { readonly error: unknown; readonly retry: () => void }) {
  const Crash = useDeferredCode(loadCrash, true)?.Crash;
  return (
    <main className="page" id="main">
      {Crash === undefined ? null : <Crash error={error} retry={retry} />}
    </main>
  );
}
