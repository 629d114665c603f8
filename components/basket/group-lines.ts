import type { BasketLine } from "@/lib/spending/wire";

/** The lines of one document stand together, where its first line stands. A question stands by itself. */
export function groupByDocument(lines: readonly BasketLine[]): readonly (readonly BasketLine[])[] {
  const groups = new Map<string, BasketLine[]>();
  for (const line of lines) {
    const { action } = line;
    const key = "document_id" in action ? action.document_id : JSON.stringify(action);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [line]);
    else group.push(line);
  }
  return [...groups.values()];
}
