"use client";

import { useId } from "react";
import { useWords } from "@/lib/next/provider";
import { bookUnder, labelMax, useBookingLabel } from "./booking.ts";
import { useFrameCredits } from "./use-owned.ts";

/** The ledger label (a client or project) for this purchase and those after it; recent labels are suggested. */
export function BookingField() {
  const words = useWords("cost");
  const id = useId();
  const label = useBookingLabel();
  const known = useFrameCredits().data?.recent ?? [];
  return (
    <div className="my-3 grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3">
      <label className="text-muted" htmlFor={id}>
        {words("bookUnder")}
      </label>
      <input
        className="input"
        id={id}
        list={`${id}-known`}
        value={label}
        maxLength={labelMax}
        autoComplete="off"
        placeholder={words("bookPlaceholder")}
        onChange={(event) => bookUnder(event.target.value)}
      />
      <datalist id={`${id}-known`}>
        {[...new Set(known.flatMap((row) => row.label ?? []))].map((each) => (
          <option key={each} value={each} />
        ))}
      </datalist>
    </div>
  );
}
