/**
 * One writing for texts that differ only in line ends and white space: a run with a line end is one line end, any other
 * run is one space between characters that are written with spaces (Latin letters, digits, ASCII marks), and nothing
 * beside others, where a space separates no words. Every other difference stays.
 */
export function normaliseWhiteSpace(text: string): string {
  const { length } = text;
  let out = "";
  let from = 0;
  let at = 0;
  while (at < length) {
    if (!isSpace(text.charCodeAt(at))) {
      at++;
      continue;
    }
    const start = at;
    let hasLineEnd = false;
    for (; at < length && isSpace(text.charCodeAt(at)); at++) hasLineEnd ||= isLineEnd(text.charCodeAt(at));
    const isOutside = start === 0 || at === length;
    const isBetween = () => isSpaced(text.charCodeAt(start - 1)) && isSpaced(text.charCodeAt(at));
    const run = isOutside ? "" : hasLineEnd ? "\n" : isBetween() ? " " : "";
    // Most runs are one space that stays: what is between changes is copied at once.
    if (at - start === 1 && text[start] === run) continue;
    out += text.slice(from, start) + run;
    from = at;
  }
  return from === 0 ? text : out + text.slice(from);
}

/** The characters of `\s`. */
function isSpace(code: number): boolean {
  if (code < 0xa0) return code === 0x20 || (code >= 0x09 && code <= 0x0d);
  return (
    code === 0xa0 || code === 0x3000 || (code >= 0x1680 && code <= 0x205f && rareSpaces.has(code)) || code === 0xfeff
  );
}

const rareSpaces = new Set([
  0x1680,
  0x2028,
  0x2029,
  0x202f,
  0x205f,
  ...Array.from({ length: 11 }, (_, at) => 0x2000 + at),
]);

const isLineEnd = (code: number) => code === 0x0a || code === 0x0d || code === 0x2028 || code === 0x2029;

/** "1 2" is not "12", "now here" is not "nowhere", and "- 5" is an item of a list where "-5" is a figure. */
function isSpaced(code: number): boolean {
  if (spaced[code] === unknown)
    spaced[code] = /[\x21-\x7e\p{Script=Latin}\p{Nd}]/u.test(String.fromCharCode(code)) ? written : unwritten;
  return spaced[code] === written;
}

const unknown = 0;
const written = 1;
const unwritten = 2;
/** Of each UTF-16 unit that was met: tables have a space beside every cell. */
const spaced = new Uint8Array(65_536);
