"use client";
"use memo";

import * as Plot from "@observablehq/plot";
import { useEffect, useRef } from "react";
import { withoutLibraryExtras } from "./plot-style.ts";

interface Props {
  readonly lines: readonly { readonly name: string; readonly credits: number }[];
  readonly height: number;
  readonly label: string;
}

/** Width in half-kanji: a Latin letter takes about one, a Japanese one two. */
const nameMax = 26;

export default function IssuerPlot(props: Props) {
  const box = useRef<HTMLDivElement>(null);
  // The plotting library builds its own SVG element, outside of React.
  useEffect(() => {
    const plot = withoutLibraryExtras(draw(props));
    box.current?.replaceChildren(plot);
    return () => plot.remove();
  }, [props]);
  return <div ref={box} role="group" aria-label={props.label} />;
}

function draw({ lines, height, label }: Props): SVGSVGElement | HTMLElement {
  const data = lines.map((each) => ({ ...each, short: shortened(each.name) }));
  const most = Math.max(1, ...data.map((each) => each.credits));
  return Plot.plot({
    className: "spend",
    width: 328,
    height,
    marginLeft: 172,
    marginRight: 36,
    marginTop: 0,
    marginBottom: 4,
    ariaLabel: label,
    x: { domain: [0, most], axis: null },
    y: { type: "band", domain: data.map((each) => each.name), padding: 0.78, axis: null },
    marks: [
      Plot.barX(data, { x: "credits", y: "name", fill: "var(--color-ink)" }),
      Plot.text(data, {
        y: "name",
        x: () => 0,
        dx: -172,
        textAnchor: "start",
        text: "short",
        fill: "var(--color-ink)",
      }),
      Plot.text(data, {
        y: "name",
        frameAnchor: "right",
        dx: 36,
        textAnchor: "end",
        text: (each: { credits: number }) => String(each.credits),
        fill: "var(--color-ink)",
      }),
    ],
  });
}

function shortened(name: string): string {
  let taken = 0;
  for (const [at, letter] of [...name].entries()) {
    taken += /[\u0000-\u024f]/.test(letter) ? 1.1 : 2;
    if (taken > nameMax) return `${[...name].slice(0, at).join("")}…`;
  }
  return name;
}
