"use client";

import { Link } from "@/components/ui/Link.tsx";
import { useWords } from "@/lib/next/provider";
import { basketRoutes } from "@/lib/routes";

/** How much is in the basket, where there is anything. */
export function FrameBasket({ count }: { readonly count: number }) {
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
