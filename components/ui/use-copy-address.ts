"use client";

import { useEffect, useState } from "react";

/** Copies the full address of a page of the app; `copied` is true for a moment after. */
export function useCopyAddress(): { readonly copied: boolean; readonly copy: (path: string) => void } {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 2000);
    return () => clearTimeout(timer);
  }, [copied]);
  return {
    copied,
    copy: (path) => {
      void navigator.clipboard.writeText(new URL(path, location.origin).href).then(() => setCopied(true));
    },
  };
}
