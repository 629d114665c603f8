"use client";

import { useQuery } from "@tanstack/react-query";
import { OwnedSeal, Price } from "@/components/cost";
import { documentPrice, pagePrice, type Tier } from "@/lib/contract/prices";
import type { ListedDocument } from "@/lib/format/free-lists";
import { useWords } from "@/lib/i18n/provider";
import type { OwnedDocument } from "@/lib/purchases/wire";
import { contentTiersQuery } from "@/lib/queries/content-tiers";

interface Props {
  readonly document: Pick<ListedDocument, "content_status" | "image_available" | "character_count">;
  readonly owned: OwnedDocument | undefined;
  /** Takes the width of a few digits. */
  readonly compact?: boolean;
}

/** What reading a document costs, as far as a list knows, or why it can't be read now. */
export function DocumentCost(props: Props) {
  return <DocumentCostBy {...props} tiers={useContentTiers()} />;
}

const noTiers: readonly Tier[] = [];

/** The tiers by which a list prices its rows: a long one asks for them once. */
export function useContentTiers(): readonly Tier[] {
  return useQuery(contentTiersQuery()).data ?? noTiers;
}

export function DocumentCostBy({
  document,
  owned,
  compact = false,
  tiers,
}: Props & { readonly tiers: readonly Tier[] }) {
  const t = useWords("documents");
  if (owned?.whole === true) return <OwnedSeal compact={compact} />;
  switch (document.content_status) {
    case "ready":
      return <Price {...documentPrice(tiers, document.character_count)} />;
    case "pending_release":
      return <span className="pend">{t("rowPending")}</span>;
    case "unavailable":
      // The document has no text but page images: one page is the cheapest way to read it.
      return document.image_available === true ? (
        <span title={t("rowPagesOnly", { n: pagePrice.max })}>
          <Price {...pagePrice} />
          <span className="sr-only"> {t("aPage")}</span>
        </span>
      ) : (
        <span className="text-muted text-12/ui">{t("rowUnavailable")}</span>
      );
    case "withdrawn":
      return <span className="text-muted text-12/ui">{t("rowWithdrawn")}</span>;
    default:
      return <span className="text-muted text-12/ui">{document.content_status}</span>;
  }
}
