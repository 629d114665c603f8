"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { Gauge, useFrameCredits } from "@/components/cost";
import { useShortcut } from "@/components/keys";
import { useWords } from "@/lib/next/provider";
import { basketRoutes } from "@/lib/routes";
import { FrameBasket } from "./FrameBasket.tsx";

/** The credit gauge, and `b`, which opens it; beside it the count of a basket that holds something; `s` opens it. */
export function FrameGauge() {
  const t = useWords("keys");
  const [open, setOpen] = useState(false);
  useShortcut("b", () => setOpen((was) => !was), t("credits"));
  const router = useRouter();
  useShortcut("s", () => router.push(basketRoutes.page()), t("basket"), { inPalette: false });
  const count = useFrameCredits().data?.basket_count ?? 0;
  return (
    <div className="flex items-center gap-4 max-md:gap-3">
      <FrameBasket count={count} />
      <Gauge open={open} onOpenChange={setOpen} />
    </div>
  );
}
