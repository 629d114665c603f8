"use client";

import { useDeferredCode } from "@/components/ui/use-deferred-code.ts";
import { useReceipts } from "./receipt-store.ts";

const loadLine = () => import("./ReceiptLine.tsx");

/**
 * Receipts in a corner of the page. Their live region is always rendered, since screen readers announce only changes
 * within one.
 */
export function Receipts() {
  const receipts = useReceipts();
  const Line = useDeferredCode(loadLine)?.ReceiptLine;
  return (
    <div className="fixed right-6 bottom-6 z-8 grid w-[min(440px,100vw-32px)] gap-2" role="status" aria-live="polite">
      {Line === undefined ? null : receipts.map((receipt) => <Line key={receipt.id} receipt={receipt} />)}
    </div>
  );
}
