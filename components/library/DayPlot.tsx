"use client";
"use memo";

import * as Plot from "@observablehq/plot";
import { useEffect, useRef } from "react";
import type { LibrarySummary } from "@/lib/spending/wire";
import { monthEnd, shiftDay } from "@/lib/text/format/clock";
import { withoutLibraryExtras } from "./plot-style.ts";

interface Props {
  readonly summary: LibrarySummary;
  readonly month: string;
  readonly today: string;
  readonly label: string;
  readonly capLabel: string;
}

const widthMin = 880;
const height = 152;

/** The daily cap is a dashed line; the highest day and today have labels. */
export default function DayPlot(props: Props) {
  const box = useRef<HTMLDivElement>(null);
  // The plotting library builds its own SVG element, outside of React.
  useEffect(() => {
    const plot = withoutLibraryExtras(draw(props, Math.max(widthMin, box.current?.clientWidth ?? widthMin)));
    box.current?.replaceChildren(plot);
    return () => plot.remove();
  }, [props]);
  return (
    <div
      className="overflow-x-auto pt-0.5 [direction:rtl] *:min-w-220 *:[direction:ltr]"
      ref={box}
      style={{ minHeight: height }}
      tabIndex={0}
      role="group"
      aria-label={props.label}
    />
  );
}

function draw({ summary, month, today, label, capLabel }: Props, width: number): SVGSVGElement | HTMLElement {
  const days = daysOf(month, today);
  const spent = new Map(summary.by_day.map((each) => [each.day, each.credits]));
  const data = days.map((day) => ({ day: day.slice(5), credits: spent.get(day) ?? 0 }));
  const most = Math.max(0, ...data.map((each) => each.credits));
  const cap = summary.budget.daily_cap;
  const top = Math.max(10, most, cap ?? 0) * 1.08;
  const labelled = data.filter((each, at) => each.credits > 0 && (each.credits === most || at === data.length - 1));
  return Plot.plot({
    className: "spend",
    width,
    height,
    marginLeft: 32,
    marginRight: 0,
    marginTop: 20,
    marginBottom: 24,
    ariaLabel: label,
    x: {
      type: "band",
      domain: data.map((each) => each.day),
      padding: 0.6,
      label: null,
      tickSize: 0,
      ticks: data.filter((_, at) => at === 0 || (at + 1) % 5 === 0).map((each) => each.day),
    },
    y: { domain: [0, top], label: null, tickSize: 0, grid: true, ticks: 4 },
    marks: [
      Plot.barY(data, {
        x: "day",
        y: "credits",
        fill: "var(--color-ink)",
        title: (each: { day: string; credits: number }) => `${each.day}: ${each.credits}`,
      }),
      Plot.text(labelled, {
        x: "day",
        y: "credits",
        text: (each: { credits: number }) => String(each.credits),
        dy: -7,
        fill: "var(--color-ink)",
      }),
      ...(cap === null
        ? []
        : [
            Plot.ruleY([cap], { stroke: "var(--color-edge)", strokeDasharray: "3 3" }),
            Plot.text([cap], {
              y: (each: number) => each,
              text: () => capLabel,
              frameAnchor: "right",
              textAnchor: "end",
              dy: -7,
              fill: "var(--color-muted)",
            }),
          ]),
    ],
  });
}

/** The days of the month up to today. */
function daysOf(month: string, today: string): string[] {
  const last = monthEnd(month) < today ? monthEnd(month) : today;
  const days: string[] = [];
  for (let day = `${month}-01`; day <= last; day = shiftDay(day, 1)) days.push(day);
  return days.length > 0 ? days : [`${month}-01`];
}
