"use client";

import { useState } from "react";
import { PaidAction } from "@/components/cost";
import { pagePrice, timesPrice } from "@/lib/contract/prices";
import { useWords } from "@/lib/next/provider";
import { pagesBetween, writePages } from "@/lib/text/format/page-ranges";
import type { PageBox } from "./geometry";

interface Props {
  readonly documentId: string;
  readonly title: string;
  readonly language: string;
  readonly pages: readonly PageBox[];
  readonly owned: ReadonlySet<number>;
  /** Pages whose purchase is on its way. */
  readonly asked: ReadonlySet<number>;
  readonly range: readonly [number, number];
  readonly onRange: (range: readonly [number, number]) => void;
}

/** The most pages bought at once: each is one request and one credit. */
const rangeMax = 200;

export interface RangeSum {
  readonly toBuy: readonly number[];
  readonly owned: readonly number[];
  readonly asked: readonly number[];
  readonly unlisted: readonly number[];
}

export function sumRange(
  pages: readonly PageBox[],
  { owned, asked }: { owned: ReadonlySet<number>; asked: ReadonlySet<number> },
  from: number,
  to: number,
): RangeSum {
  const inside = pagesBetween(from, to).filter((n) => n >= 1 && n <= pages.length);
  return {
    owned: inside.filter((n) => owned.has(n)),
    unlisted: inside.filter((n) => !owned.has(n) && !asked.has(n) && pages[n - 1]?.listed !== true),
    asked: inside.filter((n) => !owned.has(n) && asked.has(n)),
    toBuy: inside.filter((n) => !owned.has(n) && !asked.has(n) && pages[n - 1]?.listed === true),
  };
}

/** Buys several pages with one confirmation. Owned pages and pages without an image are left out. */
export function RangePurchase(props: Props) {
  const t = useWords("pages");
  const [from, to] = props.range;
  const sum = sumRange(props.pages, props, from, to);
  const total = sum.owned.length + sum.asked.length + sum.unlisted.length + sum.toBuy.length;
  const words = [
    t("rangePages", { n: total }),
    sum.owned.length === 0 ? null : t("rangeOwned", { pages: writePages(sum.owned), n: sum.owned.length }),
    sum.asked.length === 0 ? null : t("rangeAsked", { pages: writePages(sum.asked), n: sum.asked.length }),
    sum.unlisted.length === 0 ? null : t("rangeUnlisted", { pages: writePages(sum.unlisted), n: sum.unlisted.length }),
    t("rangeToBuy", { n: sum.toBuy.length }),
  ];
  return (
    <section className="min-w-0">
      <div className="sect-h">
        <h2>{t("buyRange")}</h2>
      </div>
      <div className="field">
        <span className="lab">{t("fromTo")}</span>
        <div className="row-acts flex-nowrap">
          <NumberField
            label={t("firstPage")}
            value={from}
            max={props.pages.length}
            onChange={(n) => props.onRange([n, Math.max(n, to)])}
          />
          <NumberField
            label={t("lastPage")}
            value={to}
            max={props.pages.length}
            onChange={(n) => props.onRange([Math.min(from, n), n])}
          />
        </div>
      </div>
      <p className="text-12/ui text-muted mt-2 mb-3">{words.filter((each) => each !== null).join(t("listComma"))}</p>
      {sum.toBuy.length > rangeMax ? (
        <p className="after">{t("rangeTooLong", { max: rangeMax })}</p>
      ) : (
        <PaidAction
          // Another range is another purchase, and must not show the outcome of the last one.
          key={`${from}-${to}`}
          action={{ kind: "pages", document_id: props.documentId, pages: sum.toBuy }}
          verb={t("seePages", { n: sum.toBuy.length })}
          busyVerb={t("seeingPages")}
          price={timesPrice(pagePrice, sum.toBuy.length)}
          subject={`${props.title}, ${t("pagesOf", { pages: writePages(sum.toBuy) })}`}
          subjectLang={props.language}
          asked={sum.toBuy.length === 0 ? <p className="after">{t("nothingToBuy")}</p> : undefined}
        />
      )}
    </section>
  );
}

function NumberField(props: { label: string; value: number; max: number; onChange: (n: number) => void }) {
  const [text, setText] = useState<string | null>(null);
  return (
    <input
      className="input"
      inputMode="numeric"
      aria-label={props.label}
      value={text ?? String(props.value)}
      onChange={(event) => {
        const typed = event.target.value.normalize("NFKC");
        const n = /^\d{1,6}$/.test(typed.trim()) ? Number(typed) : 0;
        setText(typed);
        if (n >= 1 && n <= props.max) props.onChange(n);
      }}
      onBlur={() => setText(null)}
    />
  );
}
