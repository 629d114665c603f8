import { type ReactNode, useState } from "react";
import { useWords } from "@/lib/next/provider";
import { issueReceipt } from "@/lib/next/queries/receipts";
import type { SelectedPassage } from "./selected-passage";

interface Props {
  readonly documentId: string;
  readonly passage: SelectedPassage;
  readonly onReceipt: (receiptId: string) => void | Promise<void>;
  readonly children: ReactNode;
}

/** Makes a signed receipt for the selected words: free, and without a call to the service. */
export function ReceiptButton({ documentId, passage, onReceipt, children }: Props) {
  const t = useWords("reader");
  const [outcome, setOutcome] = useState<{ readonly of: SelectedPassage; readonly state: "making" | "failed" }>();
  const state = outcome?.of === passage ? outcome.state : undefined;
  const make = async () => {
    setOutcome({ of: passage, state: "making" });
    try {
      const { sectionId, quote } = passage;
      const made = await issueReceipt({
        document_id: documentId,
        section_id: sectionId,
        quote,
        before: wordsBefore(passage),
      });
      await onReceipt(made.receipt_id);
      setOutcome(undefined);
    } catch {
      setOutcome({ of: passage, state: "failed" });
    }
  };
  return (
    <button type="button" tabIndex={-1} aria-busy={state === "making"} onClick={() => void make()}>
      {state === undefined ? children : t(state === "making" ? "receiptMaking" : "receiptFailed")}
    </button>
  );
}

/** They tell the passage from an equal one elsewhere in the section. */
function wordsBefore({ range }: SelectedPassage): string {
  const start = range.startContainer;
  const section = (start instanceof Element ? start : start.parentElement)?.closest("[data-section]");
  if (section === null || section === undefined) return "";
  const before = document.createRange();
  before.setStart(section, 0);
  before.setEnd(range.startContainer, range.startOffset);
  return before.toString().slice(-200);
}
