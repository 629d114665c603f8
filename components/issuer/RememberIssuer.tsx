"use client";

import { useEffect } from "react";
import { rememberIssuers } from "@/components/lookup";
import type { ListedIssuer } from "@/lib/format/free-lists";

/** Tells the search field's index about an issuer that was looked at. */
export function RememberIssuer({ issuer }: { readonly issuer: ListedIssuer }) {
  useEffect(() => rememberIssuers([issuer]), [issuer]);
  return null;
}
