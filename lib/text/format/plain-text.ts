/**
 * The text of a section as people read it: Markdown's marks, HTML tags and table rules gone, every original
 * character kept. Lines stay lines; cells of a row are parted by a space.
 */
const entities: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: "\u00A0",
};

const blockTags = /^<\/?(?:table|thead|tbody|tfoot|tr|p|div|ul|ol|li|h[1-6]|blockquote|caption|br|hr)\b/i;

const ruleOfTable = /^(?:\|\s*)?:?-{2,}:?\s*(?:\|\s*:?-{2,}:?\s*)*\|?$/u;

export function plainText(markdown: string): string {
  const lines: string[] = [];
  for (const line of markdown.includes("\r") ? markdown.split(/\r\n?|\n/u) : markdown.split("\n")) {
    if (line.includes("--") && ruleOfTable.test(line.trim())) continue;
    lines.push(line.includes("<") || /[\\*`|[\]#>&_~-]/u.test(line) ? plainLine(line) : line);
  }
  return lines
    .join("\n")
    .replace(/\n{2,}/g, "\n")
    .replace(/^\n|\n$/g, "");
}

/** Stands for escaped characters while marks are taken away. */
const shift = 0xe000;

/** Characters that a row of a table mostly does without, beside its words and pipes. */
const markedRow = /[\\[<*`~&\uE021-\uE07E]/u;

function plainLine(line: string): string {
  if (line.startsWith("|") && !markedRow.test(line)) return line.replace(/[| \t]+/gu, " ").trim();
  let text = line.replace(/\\([!-/:-@[-`{-~])/g, (_all, character: string) =>
    String.fromCharCode(shift + character.charCodeAt(0)),
  );
  text = text
    .replace(/^\s{0,3}(?:#{1,6}(?:\s+|$)|>\s?)/u, "")
    .replace(/^\s*[-*+]\s+/u, "")
    .replace(/!?\[([^[\]]*)\]\([^()\s]*(?:\s+"[^"]*")?\)/gu, "$1")
    .replace(/<[a-z/!][^<>]*>/giu, (tag) => (blockTags.test(tag) ? "\n" : /^<\/?t[dh]\b/i.test(tag) ? " " : ""))
    .replace(/\*+|`+|~~/gu, "");
  if (/^\s*\|/u.test(text) || /\|\s*$/u.test(text)) text = text.replace(/\|/gu, " ");
  text = text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]+));/giu, (all, decimal, hex, name) => {
    if (name !== undefined) return entities[String(name).toLowerCase()] ?? all;
    const point = decimal === undefined ? Number.parseInt(String(hex), 16) : Number(decimal);
    return point > 0 && point <= 0x10ffff && (point < 0xd800 || point > 0xdfff) ? String.fromCodePoint(point) : all;
  });
  return text
    .replace(/[\uE021-\uE07E]/gu, (character) => String.fromCharCode(character.charCodeAt(0) - shift))
    .replace(/[ \t]+/gu, " ")
    .trim();
}
