"use client";

import { useRouter } from "next/navigation";
import { usePaletteSource } from "@/components/keys";
import { useWords } from "@/lib/i18n/provider";

/** Issuers and pasted ids in the command palette, by the same index as the field; it comes with the first question. */
export function useIssuerCommands(): void {
  const t = useWords("lookup");
  const router = useRouter();
  usePaletteSource(async (question, signal) => {
    const { findCommands } = await import("./find-commands.ts");
    return findCommands(question, signal, t, (href) => router.push(href));
  });
}
