"use client";

import { useSyncExternalStore } from "react";
import type { PurchaseView } from "@/lib/spending/wire";

/** The result of a purchase, shown for a while. */
export interface Receipt {
  readonly id: string;
  readonly outcome: "stored" | "failed" | "unknown";
  readonly subject: string;
  readonly subjectLang: string | undefined;
  readonly view: PurchaseView;
  /** Its ledger label; empty where none was chosen. */
  readonly label: string;
}

const shownAtOnce = 3;
const none: readonly Receipt[] = [];
let receipts = none;
const listeners = new Set<() => void>();

function set(next: readonly Receipt[]): void {
  receipts = next;
  for (const each of listeners) each();
}

/** A purchase may finish after its control has left the page: receipts belong to the window, not to a component. */
export function addReceipt(
  view: PurchaseView,
  subject: { text: string; lang?: string | undefined },
  label: string,
): void {
  const receipt = {
    id: view.purchase_id,
    outcome: outcomeOf(view),
    subject: subject.text,
    subjectLang: subject.lang,
    view,
    label,
  };
  set([...receipts.filter((each) => each.id !== receipt.id), receipt].slice(-shownAtOnce));
}

export function dismissReceipt(id: string): void {
  set(receipts.filter((each) => each.id !== id));
}

export function useReceipts(): readonly Receipt[] {
  return useSyncExternalStore(
    subscribe,
    () => receipts,
    () => none,
  );
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function outcomeOf(view: PurchaseView): Receipt["outcome"] {
  const states = view.intents.map((each) => each.state);
  if (states.includes("unknown")) return "unknown";
  return states.includes("failed") ? "failed" : "stored";
}
