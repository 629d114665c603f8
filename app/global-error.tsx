"use client";

import { Crash } from "@/components/errors";
import "./globals.css";

/** When even the root layout failed: a document of its own, in the system's light and language. */
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
