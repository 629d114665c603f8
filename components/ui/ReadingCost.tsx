import type { WordKey } from "@/lib/text/i18n/namespaces";
import type { Words } from "@/lib/text/i18n/words";
import { OwnedSeal, Price } from "./Price.tsx";
import type { readingCost } from "./reading-cost.ts";

interface Props {
  readonly shown: ReturnType<typeof readingCost>;
  readonly t: Words<WordKey<"documents">>;
  /** Takes the width of a few digits. */
  readonly compact?: boolean;
}

export function ReadingCost({ shown, t, compact = false }: Props) {
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
