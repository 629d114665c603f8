import type { PublicationSection } from "../../domain/publishing/publication.ts";

/** Collects the sections of a document in reading order, with their ids, levels and headings as Markdown. */
export class Composer {
  readonly #sections: PublicationSection[] = [];
  readonly #open: { readonly id: string; readonly level: number }[] = [];

  /** `name` becomes the id: it says what the section is and stays the same over the years. */
  add(level: number, name: string, title: string, ...blocks: readonly string[]): this {
    while ((this.#open.at(-1)?.level ?? 0) >= level) this.#open.pop();
    const heading = `${"#".repeat(Math.min(level, 6))} ${title}\n\n`;
    this.#sections.push({
      sectionId: name,
      title,
      level,
      parentSectionId: this.#open.at(-1)?.id ?? null,
      markdown: heading + blocks.map((block) => `${block}\n\n`).join(""),
    });
    this.#open.push({ id: name, level });
    return this;
  }

  sections(): PublicationSection[] {
    return this.#sections;
  }
}

/** A table of figures: its caption, its unit in a line of its own as filings print it, then the rows. */
export function table(
  caption: string,
  unit: string | undefined,
  head: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  const rule = `| ${head.map((_, at) => (at === 0 ? "---" : "---:")).join(" | ")} |`;
  const above = [caption === "" ? undefined : `**${caption}**`, unit === undefined ? undefined : `（単位：${unit}）`];
  return [
    ...above.filter((each) => each !== undefined).flatMap((each) => [each, ""]),
    line(head),
    rule,
    ...rows.map(line),
  ].join("\n");
}

/** Paragraphs begin with the one-em space that Japanese filings print. */
export function paragraph(...sentences: readonly string[]): string {
  return `　${sentences.join("")}`;
}

export function list(...items: readonly string[]): string {
  return items.map((item) => `- ${item}`).join("\n");
}

export function notes(...items: readonly string[]): string {
  return items.map((item, at) => `（注）${at + 1}．${item}`).join("\n\n");
}
