"use client";

import { type ComponentProps, useMemo } from "react";
import { DensityStrip } from "@/components/documents";
import { monthlyDensity } from "@/lib/text/format/density";

interface Props extends Omit<ComponentProps<typeof DensityStrip>, "density"> {
  readonly days: readonly string[];
  readonly today: string;
  /** False where older documents are not loaded, so that a month may be partly counted. */
  readonly complete: boolean;
}

/** At this number each month is still wide enough to be clicked. */
const monthsMax = 40;

/** How many documents each month has, above an issuer's list. */
export function IssuerMonths({ days, today, complete, ...strip }: Props) {
  const density = useMemo(() => monthlyDensity(days, { until: today, complete, monthsMax }), [days, today, complete]);
  return <DensityStrip density={density} {...strip} />;
}
