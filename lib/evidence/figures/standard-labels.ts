import { readFileSync } from "node:fs";

export interface StandardLabel {
  readonly ja: string;
  readonly en: string;
}

/** By local name. */
export const standardLabels: ReadonlyMap<string, StandardLabel> = new Map(
  readFileSync(new URL("standard-labels.tsv", import.meta.url), "utf8")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .slice(1)
    .map((line) => {
      const [element = "", ja = "", en = ""] = line.split("\t");
      return [element, { ja, en }];
    }),
);

/** The name of the standard taxonomy's element; undefined for other taxonomies and for elements without a label. */
export function standardLabelOf(name: string, places: RegExp): StandardLabel | undefined {
  if (!/^jp(?:pfs|crp|igp)_cor:/.test(name)) return undefined;
  const local = name.slice(name.indexOf(":") + 1);
  // A label for the very element comes first: some mean something else than their shorter name does.
  const plain = local.replace(/(?:SummaryOfBusinessResults|KeyFinancialData)$/, "");
  const concept = plain.replace(/(?:IFRS|USGAAP|US)$/, "");
  const found = [local, plain, concept, concept.replace(places, "")].find((each) => standardLabels.has(each));
  return found === undefined ? undefined : standardLabels.get(found);
}
