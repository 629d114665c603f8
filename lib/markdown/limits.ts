/**
 * Detects text built to exhaust a parser, by nesting that no filing has. Checked in one pass before any parsing,
 * because a Markdown parser takes quadratic time on some of it.
 */

const depthMax = 60;
const marksMax = 4000;
const tagDepthMax = 200;

export function isTooDeep(source: string): boolean {
  return hasLongMarkers(source) || hasTooManyMarks(source) || tagDepth(source) > tagDepthMax;
}

const nest = new RegExp(`^(?:[ \\t]*(?:>|[-+*](?=[ \\t])|\\d{1,9}[.)](?=[ \\t]))[ \\t]?){${depthMax},}`, "m");
const indentedItem = new RegExp(`^[ \\t]{${depthMax * 4},}(?:[-+*>]|\\d{1,9}[.)])[ \\t]`, "m");

/** Whether a line opens or is indented for more quotes or lists than any real text has. */
function hasLongMarkers(source: string): boolean {
  return nest.test(source) || indentedItem.test(source);
}

/**
 * More inline marks in one paragraph than any author writes: pairing them up is quadratic. Table rows don't count,
 * since each cell is parsed separately.
 */
function hasTooManyMarks(source: string): boolean {
  let marks = 0;
  for (const line of source.split("\n")) {
    if (line.trim() === "") marks = 0;
    else if (!/^[ \t]*\|/.test(line)) marks += line.match(/[[*_~`]/g)?.length ?? 0;
    if (marks > marksMax) return true;
  }
  return false;
}

/** The nesting depth of the HTML in the text, counted without a stack of names; unmatched closing tags are ignored. */
function tagDepth(source: string): number {
  let depth = 0;
  let deepest = 0;
  for (const match of source.matchAll(/<(\/?)[a-zA-Z][^<>]{0,200}?(\/?)>/g)) {
    const [, closes, empty] = match;
    if (closes === "/") depth = Math.max(0, depth - 1);
    else if (empty !== "/" && !/^<(?:br|hr|col|img|wbr|input|meta|link)\b/i.test(match[0])) {
      depth++;
      deepest = Math.max(deepest, depth);
    }
  }
  return deepest;
}
