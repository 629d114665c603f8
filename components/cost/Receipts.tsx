"use client";

import { useLater } from "@/components/ui/use-later";
import { useReceipts } from "./receipt-store.ts";

const loadLine = () => import("./ReceiptLine.tsx");

/** Quiet receipts in a corner, in a region that is there before them, so that they are read out. */
export function Receipts() {
  const receipts = useReceipts();
  const Line = useLater(loadLine)?.ReceiptLine;
  return (
    <div className="receipts" role="status" aria-live="polite">
      {Line === undefined ? null : receipts.map((receipt) => <Line key={receipt.id} receipt={receipt} />)}
    </div>
  );
}
