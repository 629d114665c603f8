"use client";

import { ReadingCost } from "@/components/ui/ReadingCost";
import { type CostedDocument, readingCost } from "@/components/ui/reading-cost";
import { useWords } from "@/lib/i18n/provider";
import type { OwnedDocument } from "@/lib/purchases/wire";
import { useContentTiers } from "./use-content-tiers.ts";

interface Props {
  readonly document: CostedDocument;
  readonly owned: OwnedDocument | undefined;
  /** Takes the width of a few digits. */
  readonly compact?: boolean;
}

/** What reading a document costs, as far as a list knows, or why it can't be read now. */
export function DocumentCost({ document, owned, compact = false }: Props) {
  const t = useWords("documents");
  return <ReadingCost shown={readingCost(document, owned, useContentTiers())} t={t} compact={compact} />;
}
