import type { PublicationSection } from "../../domain/publishing/publication.ts";
import { written } from "./blocks.ts";
import { fill } from "./fill.ts";
import type { Scope } from "./scope.ts";
import type { Heading } from "./template.ts";

/** A document's sections from its template, in reading order. */
export function writeDocument(template: readonly Heading[], scope: Scope): PublicationSection[] {
  const sections: PublicationSection[] = [];
  const open: { readonly id: string; readonly level: number; count: number }[] = [];
  let count = 0;
  const add = ({ level, id, title, blocks }: Heading) => {
    while ((open.at(-1)?.level ?? 0) >= level) open.pop();
    const parent = open.at(-1);
    const number = parent === undefined ? ++count : ++parent.count;
    const printed = fill(title.replace("{#}", String(number)).replace("{①}", "①②③④⑤⑥⑦⑧⑨"[number - 1] ?? ""), scope);
    sections.push({
      sectionId: id,
      title: printed,
      level,
      parentSectionId: parent?.id ?? null,
      markdown: [`${"#".repeat(Math.min(level, 6))} ${printed}`, ...blocks.flatMap((block) => written(block, scope))]
        .map((block) => `${block}\n\n`)
        .join(""),
    });
    open.push({ id, level, count: 0 });
  };
  for (const heading of template) {
    if (!scope.holds(heading.when)) continue;
    add(heading);
    // Chapters of the industry that are sections of their own.
    for (const { lines } of heading.blocks)
      for (const inner of scope.headings(lines[0]?.text ?? "")) add({ ...inner, level: heading.level + 1 });
  }
  return sections;
}
