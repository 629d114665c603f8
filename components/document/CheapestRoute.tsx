"use client";

import { Price } from "@/components/cost";
import { type PriceRange, pagePrice } from "@/lib/contract/prices";
import { useWords } from "@/lib/next/provider";
import type { Selection } from "@/lib/text/toc/prices";
import { routesLook } from "./routes-look.ts";

interface Props {
  readonly onePage: boolean;
  readonly oneSection: PriceRange | null;
  readonly selection: Selection;
  readonly whole: PriceRange | null;
  readonly owned: boolean;
  readonly isIncomplete: boolean;
}

/** The ways to read a document (one page, one section, a selection, all of it), cheapest first, in one line. */
export function CheapestRoute({ onePage, oneSection, selection, whole, owned, isIncomplete }: Props) {
  const t = useWords("document");
  const options: { name: string; price: PriceRange }[] = [];
  if (onePage) options.push({ name: t("routePage"), price: pagePrice });
  if (!owned && oneSection !== null) options.push({ name: t("routeSection"), price: oneSection });
  if (selection.sections.length > 1) {
    options.push({ name: t("routeSelected", { n: selection.sections.length }), price: selection.together });
  }
  if (!owned && whole !== null)
    options.push({ name: t(isIncomplete ? "routeAllThere" : "routeDocument"), price: whole });
  return (
    <p className={routesLook}>
      <b className="font-semibold max-md:w-full">{t("cheapest")}</b>
      {owned ? <span className="whitespace-nowrap">{t("routeOwned")}</span> : null}
      {options.map(({ name, price }) => (
        <span className="whitespace-nowrap" key={name}>
          {name} <Price {...price} />
        </span>
      ))}
      {!owned && options.length === 0 ? <span className="whitespace-nowrap text-muted">{t("routeNone")}</span> : null}
    </p>
  );
}
