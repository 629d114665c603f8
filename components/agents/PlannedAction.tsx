"use client";

import { actionWords } from "@/components/cost";
import { useWords } from "@/lib/next/provider";
import type { ApprovalView } from "@/lib/spending/programs/approvals";

/** A program's plan in words: what would be bought, and of which document. */
export function PlannedAction({ action, document_title }: Pick<ApprovalView, "action" | "document_title">) {
  const words = useWords("cost");
  const title = document_title ?? ("document_id" in action ? action.document_id : "");
  return actionWords("plan", action, words, { title });
}
