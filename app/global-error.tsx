"use client";

import { Crash } from "@/components/errors";
import "./globals.css";

/** Shown when the root layout itself failed: a separate document, in the system's colours and language. */
export default function GlobalError({ error, retry }: { readonly error: unknown; readonly retry: () => void }) {
  return (
    <html lang="en">
      <body>
        <main className="page" id="main">
          <Crash error={error} retry={retry} />
        </main>
      </body>
    </html>
  );
}
