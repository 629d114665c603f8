"use client";

import dynamic from "next/dynamic";
import { useState } from "react";
import { Gauge, useFrameCredits } from "@/components/cost";
import { useShortcut } from "@/components/keys";
import { persistently } from "@/components/ui/persistently";
import { useWords } from "@/lib/next/provider";

const BasketDrawer = dynamic(
  () => persistently(() => import("@/components/basket")).then((code) => code.BasketDrawer),
  {
    ssr: false,
  },
);

/** The credit gauge, which `b` opens; beside it the count of a basket that has something in it, which `s` opens. */
export function FrameGauge() {
  const t = useWords("keys");
  const [open, setOpen] = useState(false);
  const [showsBasket, setShowsBasket] = useState(false);
  useShortcut("b", () => setOpen((was) => !was), t("credits"));
  useShortcut("s", () => setShowsBasket(true), t("basket"));
  const count = useFrameCredits().data?.basket_count ?? 0;
  return (
    <div className="flex items-center gap-4 max-md:gap-3">
      {count === 0 ? null : <BasketCount count={count} onOpen={() => setShowsBasket(true)} />}
      <Gauge open={open} onOpenChange={setOpen} />
      {showsBasket ? <BasketDrawer onClose={() => setShowsBasket(false)} /> : null}
    </div>
  );
}

function BasketCount({ count, onOpen }: { readonly count: number; readonly onOpen: () => void }) {
  const t = useWords("frame");
  return (
    <button
      className="basket-count"
      type="button"
      aria-haspopup="dialog"
      aria-label={t("basketOf", { n: count })}
      onClick={onOpen}
    >
      <svg className="size-3" viewBox="0 0 12 12" aria-hidden="true">
        <path d="M1 4.5h10l-1.2 6H2.2zM3.5 4.5 5 1.5M8.5 4.5 7 1.5" fill="none" stroke="currentColor" />
      </svg>
      {count}
    </button>
  );
}
