import { Parser } from "htmlparser2";
import { Refusal } from "../refusal.ts";

/** Reading order as `manifest_PublicDoc.xml` gives it: the files of every instance, in the order of their numbers. */
export function readManifest(xml: string): string[] {
  const instances: string[][] = [];
  let text: string | undefined;
  const parser = new Parser(
    {
      onopentag(name) {
        if (localName(name) === "instance") instances.push([]);
        if (localName(name) === "ixbrl") text = "";
      },
      ontext(data) {
        if (text !== undefined) text += data;
      },
      onclosetag(name) {
        if (localName(name) !== "ixbrl" || text === undefined) return;
        const file = text.trim();
        if (file !== "") (instances.at(-1) ?? instances[instances.push([]) - 1])?.push(file);
        text = undefined;
      },
      onprocessinginstruction(name) {
        if (name.startsWith("!")) throw new Refusal("doctype_refused", "The manifest has a DTD.");
      },
    },
    { xmlMode: true },
  );
  parser.end(xml);
  return mergeInstances(instances);
}

function localName(name: string): string {
  return name.slice(name.indexOf(":") + 1).toLowerCase();
}

/**
 * A filing of two instances (IFRS statements beside the rest, in 2017) lists one after the other, though the second
 * belongs inside the first, at the position given by the seven digits before a name. A single instance keeps its own
 * order.
 */
function mergeInstances(instances: readonly string[][]): string[] {
  const filled = instances.filter((files) => files.length > 0);
  const first = filled[0] ?? [];
  if (filled.length <= 1) return [...new Set(first)];
  const merged = [...first];
  for (const files of filled.slice(1)) {
    for (const file of files) {
      const number = orderNumber(file);
      const at = number === undefined ? -1 : merged.findIndex((other) => (orderNumber(other) ?? "") > number);
      merged.splice(at < 0 ? merged.length : at, 0, file);
    }
  }
  return [...new Set(merged)];
}

function orderNumber(file: string): string | undefined {
  return /(?:^|\/)(\d{7})_/.exec(file)?.[1];
}
