"use client";

import { useLocale } from "@/lib/next/provider";

/** The English name of an issuer, after its own name on an English page; elsewhere, and where none is known, nothing. */
export function IssuerGloss({ name }: { readonly name: string | null | undefined }) {
  const locale = useLocale();
  return locale !== "en" || name === null || name === undefined || name === "" ? null : (
    <span className="text-muted" lang="en">
      {" "}
      {name}
    </span>
  );
}
