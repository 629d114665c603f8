"use client";

import { useState } from "react";
import { useWords } from "@/lib/next/provider";
import { ReceiptLine } from "./ReceiptLine.tsx";
import { useReceipts } from "./receipt-store.ts";

/**
 * Receipts in a corner of the page, over the side column and not over the text. They leave by themselves, but none
 * while the pointer or the focus is among them. Their live region is always rendered, since screen readers announce only
 * changes within one.
 */
export function Receipts() {
  const receipts = useReceipts();
  const words = useWords("cost");
  const [pointed, setPointed] = useState(false);
  const [focused, setFocused] = useState(false);
  return (
    <div
      className="fixed right-6 bottom-6 z-8 grid w-[min(320px,100vw-32px)] gap-2 max-md:right-4 max-md:bottom-[calc(var(--places-h)+16px)] print:hidden"
      role="status"
      aria-live="polite"
      aria-label={words("receipts")}
      onPointerEnter={() => setPointed(true)}
      onPointerLeave={() => setPointed(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    >
      {receipts.map((receipt) => (
        <ReceiptLine key={receipt.id} receipt={receipt} held={pointed || focused} />
      ))}
    </div>
  );
}
