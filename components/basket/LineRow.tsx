"use client";

import type { ReactNode } from "react";
import { countItems, lineWords, OwnedSeal, Price } from "@/components/cost";
import { writePrice } from "@/lib/contract/prices";
import { useWords } from "@/lib/next/provider";
import type { BasketChange, BasketLine, SinglePurchase } from "@/lib/spending/wire";
import { whyNot } from "./line-words.ts";

interface Props {
  readonly line: BasketLine;
  /** Absent while it is being bought, and for the lines of somebody's link. */
  readonly onChange?: ((change: BasketChange) => void) | undefined;
}

/** A line beneath its document: its parts, its price alone, and the cheaper way where there is one. */
export function LineRow({ line, onChange }: Props) {
  const t = useWords("basket");
  const { action, name } = line;
  const why = whyNot(line, t);
  return (
    <li className="grid-cols-[minmax(0,1fr)_auto_auto]" data-row="">
      <div className="min-w-0">
        <Parts action={action} titles={name.parts} lang={name.language ?? "ja"} onChange={onChange} />
        {why === null ? null : <p className="pend mt-1 whitespace-normal">{why}</p>}
        {!line.owned && line.owned_items > 0 ? (
          <p className="text-12/ui text-muted">{t("ofWhich", { owned: line.owned_items, all: countItems(action) })}</p>
        ) : null}
        {line.cheaper === null || onChange === undefined ? null : (
          <p className="text-12/ui text-muted">
            {t(line.cheaper.action.kind === "content" ? "cheaper" : "cheaperFile", {
              price: writePrice(line.cheaper.price),
            })}{" "}
            <button
              className="link"
              type="button"
              onClick={() => onChange({ add: line.cheaper === null ? [] : [line.cheaper.action], remove: [action] })}
            >
              {t("takeCheaper")}
            </button>
          </p>
        )}
      </div>
      <span className="text-end">
        {line.owned ? <OwnedSeal /> : line.price === null ? null : <Price {...line.price} off={why !== null} />}
      </span>
      {onChange === undefined ? (
        <span />
      ) : (
        <TakeOut label={t("takeOut")} onClick={() => onChange({ remove: [action] })} />
      )}
    </li>
  );
}

/** The sections of a line, each of which can be taken out by itself; of anything else what it is. */
function Parts(props: {
  readonly action: SinglePurchase;
  readonly titles: readonly string[];
  readonly lang: string;
  readonly onChange: Props["onChange"];
}): ReactNode {
  const { action, titles, lang, onChange } = props;
  const t = useWords("basket");
  const words = useWords("cost");
  if (titles.length === 0) return lineWords(action, words);
  return (
    <ul>
      {titles.map((title, at) => {
        const section = action.kind === "sections" ? action.sections[at] : undefined;
        const alone = section === undefined || action.kind !== "sections" || action.sections.length === 1;
        return (
          <li className="flex items-baseline gap-2" key={section ?? title}>
            <span className="min-w-0" lang={lang}>
              {title}
            </span>
            {alone || onChange === undefined ? null : (
              <TakeOut
                label={t("takeOutPart", { part: title })}
                onClick={() => onChange({ remove: [{ ...action, sections: [section] }] })}
              />
            )}
          </li>
        );
      })}
    </ul>
  );
}

function TakeOut({ label, onClick }: { readonly label: string; readonly onClick: () => void }) {
  return (
    <button
      className="grid size-6 flex-none place-items-center self-start text-muted hover:text-ink print:hidden"
      type="button"
      aria-label={label}
      title={label}
      onClick={onClick}
    >
      <svg className="size-2.5" viewBox="0 0 10 10" aria-hidden="true">
        <path d="M1 1l8 8M9 1L1 9" fill="none" stroke="currentColor" strokeWidth="1.5" />
      </svg>
    </button>
  );
}
