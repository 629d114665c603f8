/**
 * One writing for texts that differ only in line ends and white space: a run with a line end is one line end, any other
 * run is one space between characters that are written with spaces (Latin letters, digits, ASCII marks), and nothing
 * beside others, where a space separates no words. Every other difference stays.
 */
export function normaliseWhiteSpace(text: string): string {
  return text.replace(/\s+/gu, (run, at: number) => {
    if (at === 0 || at + run.length === text.length) return "";
    if (/[\n\r\u2028\u2029]/u.test(run)) return "\n";
    return isSpaced(text[at - 1]) && isSpaced(text[at + run.length]) ? " " : "";
  });
}

/** "1 2" is not "12", "now here" is not "nowhere", and "- 5" is an item of a list where "-5" is a figure. */
function isSpaced(character: string | undefined): boolean {
  if (character === undefined) return false;
  const code = character.charCodeAt(0);
  if (spaced[code] === unknown)
    spaced[code] = /[\x21-\x7e\p{Script=Latin}\p{Nd}]/u.test(character) ? written : unwritten;
  return spaced[code] === written;
}

const unknown = 0;
const written = 1;
const unwritten = 2;
/** Of each UTF-16 unit that was met: tables have a space beside every cell. */
const spaced = new Uint8Array(65_536);
