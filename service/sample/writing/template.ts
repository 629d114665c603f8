/**
 * How a document is written, in Markdown. A heading has the section's id and title; a block is a paragraph, a table, a
 * caption or an `@` line that brings in something made elsewhere. `[…]` before any of them says when it stands there,
 * and `*name` that it comes once for each of a list. `data/README.md` tells an editor the same with examples.
 */
export interface Heading extends Conditional {
  readonly level: number;
  /** Empty for a heading that is no section: a chapter of an industry. */
  readonly id: string;
  readonly title: string;
  readonly blocks: readonly Block[];
}

export interface Block {
  readonly kind: "paragraph" | "plain" | "table" | "insert";
  readonly lines: readonly Line[];
}

export interface Line extends Conditional {
  readonly list: string | undefined;
  readonly text: string;
}

interface Conditional {
  readonly when: readonly string[];
}

export function parseTemplate(file: string, text: string): Heading[] {
  const headings: (Heading & { blocks: Block[] })[] = [];
  for (const block of text.split(/\n{2,}/)) {
    const lines = block.split("\n").filter((line) => line !== "" && !line.startsWith("<!--"));
    const marks = /^#+(?= )/.exec(lines[0] ?? "")?.[0];
    if (marks !== undefined) {
      const { when, text: title } = lineOf((lines.shift() ?? "").slice(marks.length + 1));
      const [, id = "", rest = title] = /^([a-z][a-z0-9-]*) (.+)$/.exec(title) ?? [];
      headings.push({ level: marks.length, id, title: rest, when, blocks: [] });
    }
    if (lines.length === 0) continue;
    const open = headings.at(-1);
    if (open === undefined) throw new Error(`${file}: a text stands before the first heading`);
    open.blocks.push(blockOf(lines.map(lineOf)));
  }
  return headings;
}

function lineOf(line: string): Line {
  const [, conditions, list, text = ""] = /^(?:\[([^\]]*)\] )?(?:\*([^\s*]\S*) )?(.*)$/u.exec(line) ?? [];
  return { when: conditions?.split(" ") ?? [], list, text };
}

function blockOf(lines: readonly Line[]): Block {
  const text = lines[0]?.text ?? "";
  if (text.startsWith("|")) return { kind: "table", lines };
  if (text.startsWith("@")) return { kind: "insert", lines };
  // Captions, units, lists, notes and lines that a filing does not indent.
  return { kind: /^(?:\*\*|（単位|- |（注）|※|~ )/u.test(text) ? "plain" : "paragraph", lines };
}
