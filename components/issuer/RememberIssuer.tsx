"use client";

import { useEffect } from "react";
import { rememberIssuers } from "@/components/lookup";
import { whenNoticed } from "@/components/ui/use-deferred-code";
import type { ListedIssuer } from "@/lib/format/free-lists";

/** Adds the viewed issuer to the search field's index. */
export function RememberIssuer({ issuer }: { readonly issuer: ListedIssuer }) {
  useEffect(() => {
    void whenNoticed().then(() => rememberIssuers([issuer]));
  }, [issuer]);
  return null;
}
