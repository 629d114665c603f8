"use client";

import { useRouter } from "next/navigation";
import { Fragment, type ReactNode } from "react";
import { PaidAction } from "@/components/cost";
import { type PriceRange, possibleCredits, type Tier, writePrice } from "@/lib/contract/prices";
import { useLocale, useWords } from "@/lib/next/provider";
import { routes } from "@/lib/routes";
import { between } from "@/lib/text/format/between";
import { writeAlternatives } from "@/lib/text/i18n/alternatives";
import { type Selection, wholeFrom } from "@/lib/text/toc/prices";

const mark = "\u0001";

/** Fills one place of a message with an element: `withNode((price) => t("together", { price }), <b>4</b>)`. */
function withNode(message: (placeholder: string) => string, node: ReactNode): ReactNode {
  const [before, after] = message(mark).split(mark);
  return (
    <Fragment>
      {before}
      {node}
      {after}
    </Fragment>
  );
}

interface Props {
  readonly documentId: string;
  readonly title: string;
  readonly lang: string;
  readonly tiers: readonly Tier[];
  readonly selection: Selection;
  /** The price of the whole document. */
  readonly whole: PriceRange;
  /** The filing lacks parts: then nothing of it is the whole. */
  readonly isIncomplete: boolean;
  readonly onClear: () => void;
}

/** The most sections that the interface accepts in one request. */
const sectionsMax = 100;

/** The running total: what the selection costs in one request, section by section, and as the whole document. */
export function SelectionTotal({ documentId, title, lang, tiers, selection, whole, isIncomplete, onClear }: Props) {
  const t = useWords("document");
  const locale = useLocale();
  const router = useRouter();
  const { together, separately, characters, sections } = selection;
  const count = sections.length;
  const bound = wholeFrom(tiers, whole);
  const first = sections[0];
  const length = characters === null ? null : t("chars", { n: characters });
  return (
    <div className="total">
      <span role="status">
        <b className="font-semibold">{t("sections", { n: count })}</b>
        {length === null ? null : between(locale) + length}
        {locale === "ja" ? "。" : ". "}
        {count === 1
          ? withNode((price) => t("priceIs", { price }), <b className="font-semibold">{writePrice(together)}</b>)
          : withNode(
              (price) => t("togetherIs", { price, separately: writePrice(separately) }),
              <b className="font-semibold">{writePrice(together)}</b>,
            )}{" "}
        <span className="max-md:hidden">
          {characters === null
            ? t("sizesUnknown", { prices: writeAlternatives(possibleCredits(tiers).map(String), locale) })
            : together.min >= whole.max
              ? t(isIncomplete ? "allThereSame" : "wholeSame")
              : bound === null
                ? null
                : t(isIncomplete ? "allThereFrom" : "wholeFrom", { n: bound, price: whole.max })}
        </span>{" "}
        <button className="link" type="button" onClick={onClear}>
          {t("clearSelection")}
        </button>
      </span>
      <PaidAction
        action={{ kind: "sections", document_id: documentId, sections: [...sections] }}
        verb={t("readSections", { n: count })}
        price={together}
        blocked={count > sectionsMax ? t("tooMany", { n: sectionsMax }) : undefined}
        subject={title}
        subjectLang={lang}
        onBought={() => (first === undefined ? undefined : router.push(routes.section(documentId, first)))}
      />
    </div>
  );
}
