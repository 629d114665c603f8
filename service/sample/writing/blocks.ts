import { fill } from "./fill.ts";
import type { Item, Scope } from "./scope.ts";
import { missing, parts, ruleOf, statement } from "./statements.ts";
import type { Block, Line } from "./template.ts";

/** A block as Markdown: nothing where its condition does not hold, several where it comes once for each of a list. */
export function written(block: Block, scope: Scope, item?: Item): string[] {
  const [first] = block.lines;
  if (first === undefined || (block.kind !== "table" && !scope.holds(first.when, item))) return [];
  if (first.list !== undefined && block.kind !== "table") {
    const lines = [{ ...first, list: undefined, when: [] }, ...block.lines.slice(1)];
    return scope.items(first.list).flatMap((each) => written({ ...block, lines }, scope, each));
  }
  if (block.kind === "insert") return insert(block, scope, item);
  if (block.kind === "table") return tableOf(block.lines, scope, item);
  const text = block.lines.map((line) => fill(line.text, scope, item)).join(block.kind === "plain" ? "\n" : "");
  return [block.kind === "plain" ? text.replace(/^~ /, "") : `　${text}`];
}

/** Nothing where none of its rows is there. */
function tableOf(lines: readonly Line[], scope: Scope, item?: Item): string[] {
  const rows = lines.flatMap(({ when, list, text }) => {
    if (list === undefined) return scope.holds(when, item) ? [fill(text, scope, item)] : [];
    return scope.items(list).flatMap((each) => (scope.holds(when, each) ? [fill(text, scope, each)] : []));
  });
  const [head, ...body] = rows;
  return head === undefined ? [] : [[head, ruleOf(head), ...body].join("\n")];
}

/** Blocks that a line beginning with `@` brings in. */
function insert({ lines: [first, ...rest] }: Block, scope: Scope, item?: Item): string[] {
  const [name = "", ...args] = (first?.text ?? "").split(" ");
  const texts = rest.filter(({ when }) => scope.holds(when, item)).map(({ text }) => text);
  switch (name) {
    case "@chapter":
      return chapter(args, scope, item);
    case "@segments":
      return scope.items("segments").flatMap((segment) => chapter(args, scope, segment));
    case "@include":
      return (
        scope.company.data.templates.get("shared")?.find(({ title }) => title === args[0])?.blocks ?? missing(args[0])
      ).flatMap((block) => written(block, scope, item));
    case "@statement":
      return [statement(args[0] ?? "", scope)];
    case "@parts":
      return [parts(args, texts, scope)];
    case "@headings":
      return [];
    default:
      return missing(name);
  }
}

/**
 * Paragraphs of an industry or one of its segments: `@chapter 沿革 2 5` gives a small company two of them and a big one
 * five. Which ones changes with the company and, for what is new each year, with the year.
 */
function chapter(
  [name = "", least = "99", most = least, often = ""]: readonly string[],
  scope: Scope,
  item?: Item,
): string[] {
  const { issuer, year, quarter, size } = scope;
  const all = (scope.chapter(name, item)?.blocks ?? missing(name)).filter(({ lines }) =>
    scope.holds(lines[0]?.when ?? [], item),
  );
  const count = Math.round(Number(least) + (Number(most) - Number(least)) * Math.min(1, size / 5));
  const first = issuer.index + (often === "yearly" ? year + quarter : Math.floor((year + issuer.index) / 3));
  const chosen = new Set(Array.from({ length: Math.min(count, all.length) }, (_, at) => (first + at) % all.length));
  return all.filter((_, at) => chosen.has(at)).flatMap((block) => written(block, scope, item));
}
