"use client";

import { Crash } from "@/components/errors";

export default function PageError({ error, retry }: { readonly error: unknown; readonly retry: () => void }) {
  return (
    <main className="page" id="main">
      <Crash error={error} retry={retry} />
    </main>
  );
}
