/** Both widths are one, and so are the signs that stand for a minus. Each character stays one, so positions stay. */
export function plainWidths(text: string): string {
  return text
    .replace(/[！-～]/gu, (each) => String.fromCodePoint((each.codePointAt(0) ?? 0) - 0xfee0))
    .replaceAll("\u3000", " ")
    .replace(/[▲−－‐‑–—]/gu, (each) => (each === "▲" ? "△" : "-"));
}
