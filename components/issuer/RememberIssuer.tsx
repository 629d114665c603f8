"use client";

import { useEffect } from "react";
import { rememberIssuers } from "@/components/lookup";
import type { ListedIssuer } from "@/lib/text/format/free-lists";

/** Adds the viewed issuer to the search field's index. */
export function RememberIssuer({ issuer }: { readonly issuer: ListedIssuer }) {
  useEffect(() => {
    rememberIssuers([issuer]);
  }, [issuer]);
  return null;
}
