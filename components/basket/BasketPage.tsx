"use client";

import { useWords } from "@/lib/next/provider";
import { Basket } from "./Basket.tsx";

/** The basket by its own address, which links of collected lines lead to. */
export function BasketPage({ linked }: { readonly linked: readonly string[] }) {
  const t = useWords("basket");
  return (
    <main className="page [&>*]:max-w-240" id="main">
      <div className="dateline">
        <h1 className="h-page">{t("title")}</h1>
        <span className="end">{t("free")}</span>
      </div>
      <Basket linked={linked} />
    </main>
  );
}
