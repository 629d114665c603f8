/** Kana, kanji and full-width marks take one em, everything else a little more than half; half of a pair takes nothing. */
function advance(text: string, at: number): number {
  const code = text.charCodeAt(at);
  if (code >= 0xdc00 && code <= 0xdfff && isPair(text, at)) return 0;
  return code < 0x2000 || (code >= 0xff61 && code <= 0xff9f) ? 0.57 : 1;
}

/** True where the unit is the second of a character written in two. */
function isPair(text: string, at: number): boolean {
  const before = at > 0 ? text.charCodeAt(at - 1) : 0;
  return before >= 0xd800 && before <= 0xdbff;
}

export function widthOf(text: string, size: number): number {
  let width = 0;
  for (let at = 0; at < text.length; at++) width += advance(text, at);
  return width * size;
}

const notAtStart = new Set("、。，．）」』】〕！？ー々％".split("").map((mark) => mark.charCodeAt(0)));

/** Breaks a line between any two characters, but never before a closing mark. */
export function wrap(text: string, size: number, width: number): string[] {
  // No character is wider than the size.
  if (text.length * size < width - 1) return [text];
  const lines: string[] = [];
  let from = 0;
  let used = 0;
  for (let at = 0; at < text.length; at++) {
    const step = advance(text, at) * size;
    if (step > 0 && used + step > width && at > from && !notAtStart.has(text.charCodeAt(at))) {
      lines.push(text.slice(from, at));
      from = at;
      used = 0;
    }
    used += step;
  }
  lines.push(text.slice(from));
  return lines;
}
