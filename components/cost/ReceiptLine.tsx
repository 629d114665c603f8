"use client";

import { useEffect } from "react";
import { Link } from "@/components/ui/Link.tsx";
import { useWords } from "@/lib/next/provider";
import { routes } from "@/lib/routes";
import { actionWords, type CostWords } from "./action-words.ts";
import { problemWords } from "./problem-words.ts";
import { dismissReceipt, type Receipt } from "./receipt-store.ts";

const shownForMs = 8000;

const edges = { stored: "border-s-matsu", failed: "border-s-ink", unknown: "border-s-amber" } as const;

/** Leaves after a while in which it was neither focused nor pointed at. */
export function ReceiptLine({ receipt, held }: { receipt: Receipt; held: boolean }) {
  const words = useWords("cost");
  const { id } = receipt;
  // Removes the receipt by a browser timer, except one that has to be looked at.
  const isKept = receipt.outcome === "unknown" || isIncomplete(receipt.view);
  useEffect(() => {
    if (isKept || held) return;
    const timer = setTimeout(() => dismissReceipt(id), shownForMs);
    return () => clearTimeout(timer);
  }, [id, isKept, held]);
  return (
    <div
      className={`grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-3 rounded-control border border-s-3 border-edge bg-surface px-3.5 py-2.25 leading-5 ${edges[receipt.outcome]}`}
    >
      <span>
        <Head receipt={receipt} />
        <br />
        <span className="text-muted text-12/ui">
          {detail(receipt, words)}
          {receipt.label === "" || receipt.outcome === "failed" ? null : (
            <> {words("receiptBooked", { label: receipt.label })}</>
          )}
        </span>
      </span>
      <span className="grid justify-items-end gap-1">
        <button
          className="grid size-5 place-items-center text-muted hover:text-ink"
          type="button"
          aria-label={words("dismiss")}
          onClick={() => dismissReceipt(id)}
        >
          <svg className="size-2.5" viewBox="0 0 10 10" aria-hidden="true">
            <path d="M1 1l8 8M9 1L1 9" fill="none" stroke="currentColor" strokeWidth="1.5" />
          </svg>
        </button>
        <Link className="text-12/ui" href={routes.ledger({ row: receipt.view.intents[0]?.intent_id })}>
          {words("ledger")}
        </Link>
      </span>
    </div>
  );
}

/** The text before and after the subject, which may be in another language than the page. */
function Head({ receipt }: { receipt: Receipt }) {
  const words = useWords("cost");
  const marker = "\u0000";
  const [before = "", after = ""] = headWords(receipt, marker, words).split(marker);
  return (
    <>
      {before}
      <span lang={receipt.subjectLang}>{receipt.subject}</span>
      {after}
    </>
  );
}

function headWords({ outcome, view: { action, missing_parts } }: Receipt, subject: string, words: CostWords): string {
  if (outcome !== "stored") return words(outcome === "failed" ? "receiptNot" : "receiptUnknown", { subject });
  if (action.kind === "content" && missing_parts !== undefined) return words("bought_allThere", { subject });
  return actionWords("bought", action, words, { subject });
}

function detail({ outcome, view }: Receipt, words: CostWords): string {
  if (outcome === "unknown") {
    const most = view.intents.reduce((sum, each) => sum + (each.state === "unknown" ? each.credits_max : 0), 0);
    return words("receiptUnknownDetail", { n: most });
  }
  const paid =
    view.balance === null
      ? words("receiptPaid", { n: view.credits_charged })
      : words("receiptPaidBalance", { n: view.credits_charged, balance: view.balance });
  const failed = view.intents.find((each) => each.error !== null)?.error;
  if (outcome === "failed" && failed) return `${problemWords(failed, words)} ${paid}`;
  return `${paid} ${words(isIncomplete(view) ? "receiptIncomplete" : "yours")}`;
}

function isIncomplete(view: Receipt["view"]): boolean {
  return view.intents.some((each) => each.incomplete === true);
}
