const points: Readonly<Record<string, number>> = { pt: 1, px: 0.75, mm: 2.83, cm: 28.3, em: 9, rem: 9 };
const length = /(?:^|[;\s])(?:padding-left|margin-left|text-indent)\s*:\s*(-?\d*\.?\d+)\s*(pt|px|mm|cm|em|rem)/g;

/** How far a style moves an element's first line to the right, in points. */
export function leftOfStyle(style: string): number {
  if (!style.includes("-left") && !style.includes("text-indent")) return 0;
  let left = 0;
  for (const [, value, unit] of style.matchAll(length)) left += Number(value) * (points[unit ?? ""] ?? 0);
  return left;
}
