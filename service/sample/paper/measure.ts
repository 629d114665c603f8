/** Kana, kanji and full-width marks take one em, everything else a little more than half. */
function advance(code: number): number {
  return code < 0x2000 || (code >= 0xff61 && code <= 0xff9f) ? 0.57 : 1;
}

export function widthOf(text: string, size: number): number {
  let width = 0;
  for (const character of text) width += advance(character.codePointAt(0) ?? 0);
  return width * size;
}

const notAtStart = new Set("、。，．）」』】〕！？ー々％");

/** Breaks a line between any two characters, but never before a closing mark. */
export function wrap(text: string, size: number, width: number): string[] {
  // No character is wider than the size.
  if (text.length * size < width - 1) return [text];
  const lines: string[] = [];
  let line = "";
  let used = 0;
  for (const character of text) {
    const step = advance(character.codePointAt(0) ?? 0) * size;
    if (used + step > width && line !== "" && !notAtStart.has(character)) {
      lines.push(line);
      line = "";
      used = 0;
    }
    line += character;
    used += step;
  }
  lines.push(line);
  return lines;
}
