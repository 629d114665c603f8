"use client";

import { useState } from "react";
import { useWords } from "@/lib/next/provider";

/** Revoking can't be taken back, so the same button asks once more. */
export function RevokeButton({ name, onRevoke }: { readonly name: string; onRevoke(): void }) {
  const t = useWords("updates");
  const [asked, setAsked] = useState(false);
  return (
    <button
      className="btn sm"
      type="button"
      aria-label={asked ? undefined : name}
      onBlur={() => setAsked(false)}
      onClick={() => (asked ? onRevoke() : setAsked(true))}
    >
      {t(asked ? "sure" : "revoke")}
    </button>
  );
}
