"use client";

import { OwnedSeal, Price } from "@/components/cost";
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
  const shown = readingCost(document, owned, useContentTiers());
  switch (shown.kind) {
    case "owned":
      return <OwnedSeal compact={compact} />;
    case "document":
      return <Price {...shown.price} />;
    case "page":
      return (
        <span title={t("rowPagesOnly", { n: shown.price.max })}>
          <Price {...shown.price} />
          <span className="sr-only"> {t("aPage")}</span>
        </span>
      );
    case "pending":
      return <span className="pend">{t("rowPending")}</span>;
    case "unavailable":
      return <span className="text-muted text-12/ui">{t("rowUnavailable")}</span>;
    case "withdrawn":
      return <span className="text-muted text-12/ui">{t("rowWithdrawn")}</span>;
    case "other":
      return <span className="text-muted text-12/ui">{shown.status}</span>;
  }
}
