/** By nesting that no filing has, before any parsing: a Markdown parser takes quadratic time on some. */

const depthMax = 60;
const marksMax = 4000;
const tagDepthMax = 200;
const declarationsMax = 50;
const cellsMax = 200_000;

export function isTooDeep(source: string): boolean {
  return (
    hasLongMarkers(source) ||
    hasTooManyMarks(source) ||
    hasTooManyDeclarations(source) ||
    hasTooManyCells(source) ||
    tagDepth(source) > tagDepthMax
  );
}

/** Comments, instructions and declarations: the end of each is looked for through all of its paragraph. */
function hasTooManyDeclarations(source: string): boolean {
  let count = 0;
  for (let at = source.indexOf("<"); at !== -1; at = source.indexOf("<", at + 1)) {
    if ((source[at + 1] === "!" || source[at + 1] === "?") && ++count > declarationsMax) return true;
  }
  return false;
}

/** Every row of a pipe table is given as many cells as its head has, however few are written. */
function hasTooManyCells(source: string): boolean {
  let cells = 0;
  let columns = 0;
  for (const line of source.split("\n")) {
    if (line.trim() === "") columns = 0;
    else if (isRule(line)) columns = Math.max(columns, line.split("|").length);
    cells += columns;
    if (cells > cellsMax) return true;
  }
  return false;
}

const nest = new RegExp(`^(?:[ \\t]*(?:>|[-+*](?=[ \\t])|\\d{1,9}[.)](?=[ \\t]))[ \\t]?){${depthMax},}`, "m");
const indentedItem = new RegExp(`^[ \\t]{${depthMax * 4},}(?:[-+*>]|\\d{1,9}[.)])[ \\t]`, "m");

/** A line with more quotes or lists than any real text has would make the parser slow. */
function hasLongMarkers(source: string): boolean {
  return nest.test(source) || indentedItem.test(source);
}

/** More than any author writes in a paragraph or cell: pairing them up is quadratic. */
function hasTooManyMarks(source: string): boolean {
  let marks = 0;
  let columns = 0;
  let isTable = false;
  for (const line of source.split("\n")) {
    const before = columns;
    columns = line.split("|").length;
    if (line.trim() === "") isTable = false;
    else isTable ||= before === columns && columns > 1 && isRule(line);
    if (isTable || line.trim() === "") marks = 0;
    marks += line.match(/[[\]*_~`]/g)?.length ?? 0;
    if (marks > marksMax) return true;
  }
  return false;
}

function isRule(line: string): boolean {
  return line.includes("-") && /^[\s>|:-]+$/.test(line);
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
