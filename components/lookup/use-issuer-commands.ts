"use client";

import { useRouter } from "next/navigation";
import { usePaletteSource } from "@/components/keys";
import { useWords } from "@/lib/next/provider";

/**
 * Offers issuers and pasted ids in the command palette, from the same index as the search field. Its code is loaded for
 * the first typed text.
 */
export function useIssuerCommands(): void {
  const t = useWords("lookup");
  const router = useRouter();
  usePaletteSource(async (question, signal) => {
    const { findCommands } = await import("./find-commands.ts");
    return findCommands(question, signal, t, (href) => router.push(href));
  });
}
