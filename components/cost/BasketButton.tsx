"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useWords } from "@/lib/next/provider";
import type { SinglePurchase } from "@/lib/spending/wire";

/** Puts something into the basket, or takes it out again. Free; its code comes with the first use. */
export function BasketButton(props: {
  readonly action: SinglePurchase;
  /** Words beside the mark, where there is no price beside the button. */
  readonly label?: string;
}) {
  const { action, label } = props;
  const words = useWords("cost");
  const client = useQueryClient();
  const [held, setHeld] = useState<"inBasket" | "notAdded" | "addToBasket">("addToBasket");
  const isIn = held === "inBasket";
  const toggle = async () => {
    try {
      const { changeBasket } = await import("@/lib/next/queries/basket");
      await changeBasket(client, { [isIn ? "remove" : "add"]: [action] });
      setHeld(isIn ? "addToBasket" : "inBasket");
    } catch {
      setHeld("notAdded");
    }
  };
  return (
    <button
      className={label === undefined ? "collect" : "btn sm"}
      type="button"
      aria-pressed={isIn}
      aria-label={label === undefined ? words(held) : undefined}
      title={words(held)}
      onClick={() => void toggle()}
    >
      {isIn ? "✓" : held === "notAdded" ? "!" : "+"} {label ?? <span>{words(held)}</span>}
    </button>
  );
}
