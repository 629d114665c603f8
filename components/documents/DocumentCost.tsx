"use client";

import { ReadingCost } from "@/components/ui/ReadingCost";
import { type CostedDocument, readingCost } from "@/components/ui/reading-cost";
import { useWords } from "@/lib/next/provider";
import type { OwnedDocument } from "@/lib/spending/wire";
import { useContentTiers } from "./use-content-tiers.ts";

interface Props {
  readonly document: CostedDocument;
  readonly owned: OwnedDocument | undefined;
  /** Takes the width of a few digits. */
  readonly compact?: boolean;
}

export function DocumentCost({ document, owned, compact = false }: Props) {
  const t = useWords("documents");
  return <ReadingCost shown={readingCost(document, owned, useContentTiers())} t={t} compact={compact} />;
}
