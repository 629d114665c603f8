import type { TaggedName } from "../../domain/publishing/publication.ts";
import { packText, unpackText } from "./text-codec.ts";

/** The names that sections are tagged with, kept beside their text so that the search index can be written anew. */
export function packNames(names: readonly TaggedName[]): Buffer {
  return packText(names.map(({ name, label }) => `${name}\t${label.replace(/[\t\n]/gu, " ")}`).join("\n"));
}

export function unpackNames(packed: Uint8Array): TaggedName[] {
  return unpackText(packed)
    .split("\n")
    .map((line) => {
      const [name = "", label = ""] = line.split("\t");
      return { name, label };
    });
}
