"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { Gauge, useFrameCredits } from "@/components/cost";
import { useShortcut } from "@/components/keys";
import { Link } from "@/components/ui/Link.tsx";
import { useWords } from "@/lib/next/provider";
import { basketRoutes } from "@/lib/routes";

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

/** How much is in the basket, where there is anything. */
function FrameBasket({ count }: { readonly count: number }) {
  const t = useWords("frame");
  return count === 0 ? null : (
    <Link className="basket-count" href={basketRoutes.page()} aria-label={t("basketOf", { n: count })}>
      <svg className="size-3" viewBox="0 0 12 12" aria-hidden="true">
        <path d="M1 4.5h10l-1.2 6H2.2zM3.5 4.5 5 1.5M8.5 4.5 7 1.5" fill="none" stroke="currentColor" />
      </svg>
      {count}
    </Link>
  );
}
