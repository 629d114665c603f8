"use client";

import { useEffect } from "react";
import { rememberIssuers } from "@/components/lookup";
import { whenCalm } from "@/components/ui/use-later";
import type { ListedIssuer } from "@/lib/format/free-lists";

/** Tells the search field's index about an issuer that was looked at. */
export function RememberIssuer({ issuer }: { readonly issuer: ListedIssuer }) {
  useEffect(() => {
    void whenCalm().then(() => rememberIssuers([issuer]));
  }, [issuer]);
  return null;
}
