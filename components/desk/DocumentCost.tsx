"use client";

import { OwnedSeal, Price } from "@/components/cost";
import { documentPrice, usualTiers } from "@/lib/format/prices";
import { useWords } from "@/lib/i18n/provider";
import type { OwnedDocument } from "@/lib/purchases/wire";
import type { DeskDocument } from "./desk-document.ts";

/** What reading a document costs, in the width of a few figures; or why it can't be read now. */
export function DocumentCost(props: { readonly document: DeskDocument; readonly owned: OwnedDocument | undefined }) {
  const t = useWords("documents");
  const { document, owned } = props;
  if (owned?.whole === true) return <OwnedSeal compact />;
  switch (document.content_status) {
    case "ready":
      return <Price {...documentPrice(usualTiers, document.character_count)} />;
    case "pending_release":
      return <span className="pend">{t("rowPending")}</span>;
    case "unavailable":
      // No text, but pages: the cheapest way in is one of them.
      return document.image_available === true ? (
        <Price min={1} max={1} />
      ) : (
        <span className="muted small">{t("rowUnavailable")}</span>
      );
    case "withdrawn":
      return <span className="muted small">{t("rowWithdrawn")}</span>;
    default:
      return <span className="muted small">{document.content_status}</span>;
  }
}
