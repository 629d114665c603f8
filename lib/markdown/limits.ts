/**
 * Signs of text that is built to exhaust a parser: nesting no filing has. Found in one pass, before any parsing,
 * because a Markdown parser is quadratic in some of them.
 */

const depthMax = 60;
const marksMax = 4000;
const tagDepthMax = 200;

export function isTooDeep(source: string): boolean {
  return hasLongMarkers(source) || hasTooManyMarks(source) || tagDepth(source) > tagDepthMax;
}

const nest = new RegExp(`^(?:[ \\t]*(?:>|[-+*](?=[ \\t])|\\d{1,9}[.)](?=[ \\t]))[ \\t]?){${depthMax},}`, "m");
const indentedItem = new RegExp(`^[ \\t]{${depthMax * 4},}(?:[-+*>]|\\d{1,9}[.)])[ \\t]`, "m");

/** A line that opens more quotes or lists than anyone reads, or is indented as if it did. */
function hasLongMarkers(source: string): boolean {
  return nest.test(source) || indentedItem.test(source);
}

/**
 * More inline marks in one paragraph than any author writes: pairing them up is quadratic. Lines of a table are cells
 * of their own and don't count.
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

/** How deep the HTML in the text nests, counted without a stack of names: closers that match nothing are ignored. */
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
