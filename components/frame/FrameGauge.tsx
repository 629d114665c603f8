"use client";

import { useState } from "react";
import { Gauge } from "@/components/cost";
import { useShortcut } from "@/components/keys";
import { useDeferredCode } from "@/components/ui/use-deferred-code";
import { useWords } from "@/lib/i18n/provider";

const loadBasket = () => import("./FrameBasket.tsx");

/** The credit gauge, and `b`, which opens it; beside it the count of the basket, whose code comes after the page. */
export function FrameGauge() {
  const t = useWords("keys");
  const [open, setOpen] = useState(false);
  useShortcut("b", () => setOpen((was) => !was), t("credits"));
  const Basket = useDeferredCode(loadBasket)?.FrameBasket;
  return (
    <div className="flex items-center gap-4 max-md:gap-3">
      {Basket === undefined ? null : <Basket />}
      <Gauge open={open} onOpenChange={setOpen} />
    </div>
  );
}
