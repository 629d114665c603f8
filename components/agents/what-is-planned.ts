import type { ApprovalView } from "@/lib/features/programs/approvals";
import { writePages } from "@/lib/text/format/page-ranges";
import type { WordKey } from "@/lib/text/i18n/namespaces";
import type { Words } from "@/lib/text/i18n/words";

/** A program's plan in words: what would be bought, and of which document. */
export function whatIsPlanned({ action, document_title }: ApprovalView, t: Words<WordKey<"agents">>): string {
  const title = document_title ?? ("document_id" in action ? action.document_id : "");
  switch (action.kind) {
    case "content":
      return t("planContent", { title });
    case "sections":
      return t("planSections", { title, n: action.sections.length });
    case "pages":
      return t("planPages", { title, pages: writePages(action.pages) });
    case "basket":
      return t("planBasket", { n: action.lines.length });
    case "original":
      return t("planOriginal", { title });
    default:
      return t("planSearch", { query: "query" in action.input ? (action.input.query ?? "") : "" });
  }
}
