"use client";

import { useEffect } from "react";
import { PaidActionIn, useCredits, type usePurchase } from "@/components/cost";
import { useCopyAddress } from "@/components/ui/use-copy-address";
import { useLocale, useWords } from "@/lib/next/provider";
import { basketRoutes } from "@/lib/routes";
import type { BasketChange, BasketLine, Price as Span } from "@/lib/spending/wire";
import { linkCharactersMax, writeLinkedLine } from "@/lib/text/format/basket-link";
import { type BasketWords, isForSale, sumOf } from "./line-words.ts";

interface Props {
  readonly lines: readonly BasketLine[];
  readonly purchase: ReturnType<typeof usePurchase>;
  readonly onChange: (change: BasketChange) => void;
  /** The prices may have changed since. */
  readonly onStale: () => void;
}

export function BasketTotal({ lines, purchase, onChange, onStale }: Props) {
  const t = useWords("basket");
  const locale = useLocale();
  const address = useCopyAddress();
  const wanted = lines.filter(isForSale);
  const price = sumOf(wanted);
  const left = lines.filter((line) => !line.owned && !isForSale(line)).length;
  const owned = lines.filter((line) => line.owned).map((line) => line.action);
  const link = basketRoutes.page({ line: lines.map((line) => writeLinkedLine(line.action)) });
  const { stage, reset } = purchase;
  // Once the run is over it is told above, line by line; the control then stands for what is left.
  const isOver = (stage.name === "failed" || stage.name === "unknown") && stage.view !== null;
  useEffect(() => {
    if (isOver) reset();
    if (isOver || stage.name === "done" || stage.name === "repriced" || stage.name === "blocked") onStale();
  }, [isOver, stage.name, reset, onStale]);
  return (
    <>
      <div className="total">
        <span role="status">
          <b className="font-semibold">{t("total")}</b> {t("lines", { n: wanted.length })}
          {locale === "ja" ? "。" : ". "}
          <Budget price={price} />
          {left === 0 ? null : t("leftOut", { n: left })}
        </span>
        {wanted.length === 0 ? null : (
          <PaidActionIn
            purchase={purchase}
            action={{ kind: "basket", lines: wanted.map((line) => line.action) }}
            verb={t("buyAll", { n: wanted.length })}
            busyVerb={t("buying")}
            price={price}
            subject={t("lines", { n: wanted.length })}
          />
        )}
      </div>
      {wanted.length === 0 ? null : <p className="mt-2 text-12/5 text-muted print:hidden">{t("checkedAgain")}</p>}
      <div className="row-acts mt-3 gap-x-4 text-12/ui print:hidden">
        {link.length > linkCharactersMax ? (
          <span className="text-muted">{t("linkTooLong")}</span>
        ) : (
          <button className="link" type="button" onClick={() => address.copy(link)}>
            {t(address.copied ? "linkCopied" : "copyLink")}
          </button>
        )}
        {owned.length === 0 ? null : (
          <button className="link" type="button" onClick={() => onChange({ remove: owned })}>
            {t("takeOutOwned")}
          </button>
        )}
        <button className="link" type="button" onClick={() => onChange({ clear: true })}>
          {t("clear")}
        </button>
      </div>
    </>
  );
}

/** The balance and the caps after this purchase. */
function Budget({ price }: { readonly price: Span }) {
  const t = useWords("basket");
  const locale = useLocale();
  const credits = useCredits();
  if (credits === undefined || price.max === 0) return null;
  const parts = [
    credits.balance === null ? null : t("balanceTo", { from: credits.balance, to: credits.balance - price.max }),
    withCap("today", credits.spent_today, price.max, credits.daily_cap, t),
    credits.monthly_cap === null ? null : withCap("month", credits.spent_month, price.max, credits.monthly_cap, t),
  ].filter((part) => part !== null);
  return `${parts.join(locale === "ja" ? "・" : ", ")}${locale === "ja" ? "。" : ". "}`;
}

function withCap(span: "today" | "month", from: number, by: number, cap: number | null, t: BasketWords): string {
  const to = from + by;
  if (cap === null) return t("today", { from, to });
  return t(span === "today" ? "todayOf" : "monthOf", { from, to, cap });
}
