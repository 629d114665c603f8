"use client";

import Link from "next/link";
import { useRouter } from "next/navigation";
import { useFrameCredits } from "@/components/cost";
import { useShortcut } from "@/components/keys";
import { useWords } from "@/lib/i18n/provider";
import { basketRoutes } from "@/lib/routes";

/** How much is in the basket, where there is anything, and `s`, which opens it. */
export function FrameBasket() {
  const t = useWords("frame");
  const router = useRouter();
  const count = useFrameCredits().data?.basket_count ?? 0;
  useShortcut("s", () => router.push(basketRoutes.page()), useWords("keys")("basket"), { inPalette: false });
  return count === 0 ? null : (
    <Link className="basket-count" href={basketRoutes.page()} prefetch={false} aria-label={t("basketOf", { n: count })}>
      {count}
    </Link>
  );
}
