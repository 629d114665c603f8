"use client";

import { lazy, Suspense } from "react";

/** Loaded only for a crash outside of a page, which is rare. If that fails too, the global error page is shown. */
const Crash = lazy(async () => ({ default: (await import("@/components/errors")).Crash }));

export default function PageError({ error, retry }: { readonly error: unknown; readonly retry: () => void }) {
  return (
    <main className="page" id="main">
      <Suspense>
        <Crash error={error} retry={retry} />
      </Suspense>
    </main>
  );
}
