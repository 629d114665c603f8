import { useState } from "react";
import { useWords } from "@/lib/i18n/provider";
import { issueReceipt } from "@/lib/queries/receipts";
import type { SelectedPassage } from "./selected-passage";

/** Makes a signed receipt for the selected words: free, and without a call to the service. */
export function ReceiptButton(props: {
  readonly documentId: string;
  readonly passage: SelectedPassage;
  readonly onReceipt: (receiptId: string) => void;
}) {
  const t = useWords("reader");
  const { documentId, passage, onReceipt } = props;
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
      onReceipt(made.receipt_id);
    } catch {
      setOutcome({ of: passage, state: "failed" });
    }
  };
  return (
    <button type="button" tabIndex={-1} aria-busy={state === "making"} onClick={() => void make()}>
      {t(state === "making" ? "receiptMaking" : state === "failed" ? "receiptFailed" : "receipt")}
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
