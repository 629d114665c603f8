"use client";

import { useEffect, useState } from "react";

export interface CopyAddress {
  readonly copied: boolean;
  readonly copy: () => void;
}

/** Copies the whole address of a page of the app, and says so for a moment. */
export function useCopyAddress(path: string): CopyAddress {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 2000);
    return () => clearTimeout(timer);
  }, [copied]);
  return {
    copied,
    copy: () => {
      void navigator.clipboard.writeText(new URL(path, location.origin).href).then(() => setCopied(true));
    },
  };
}
