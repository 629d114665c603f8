"use client";

import { Price } from "@/components/cost";
import type { BasketChange, BasketLine } from "@/lib/spending/wire";
import { DocumentName } from "./LineName.tsx";
import { LineRow } from "./LineRow.tsx";
import { isForSale, sumOf } from "./line-words.ts";

interface Props {
  readonly lines: readonly BasketLine[];
  /** Absent while they are being bought, and for the lines of somebody's link. */
  readonly onChange?: ((change: BasketChange) => void) | undefined;
}

/** The lines of one document, beneath its name and the sum. */
export function DocumentLines({ lines, onChange }: Props) {
  const first = lines[0];
  if (first === undefined) return null;
  const wanted = lines.filter(isForSale);
  return (
    <section className="mb-5">
      <div className="flex items-baseline gap-3 border-t border-rule pt-2 leading-5">
        <h3 className="min-w-0 text-14/5">
          <DocumentName action={first.action} name={first.name} />
        </h3>
        <span className="ms-auto">{wanted.length > 0 && lines.length > 1 ? <Price {...sumOf(wanted)} /> : null}</span>
      </div>
      <ul className="rows">
        {lines.map((line) => (
          <LineRow key={JSON.stringify(line.action)} line={line} onChange={onChange} />
        ))}
      </ul>
    </section>
  );
}
