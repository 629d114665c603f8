import { readdirSync, readFileSync, statSync } from "node:fs";
import { remembered } from "../../lib/text/format/remembered.ts";
import { baseGlossary, Glossary } from "../search/words.ts";
import { type Industry, parseIndustry } from "./industry.ts";
import { type Heading, parseTemplate } from "./writing/template.ts";

/** A row of a TSV file by the names of its first line. */
export type Row = Readonly<Record<string, string>>;

/** Everything that an editor may change: words, facts, plans and sentences, as the files in `data/` have them. */
export interface SampleData {
  readonly industries: readonly Industry[];
  /** How each kind of document is written, by its file's name. */
  readonly templates: ReadonlyMap<string, readonly Heading[]>;
  /** The lines of each statement, by its file's name. */
  readonly statements: ReadonlyMap<string, readonly Row[]>;
  /** The names of companies and people, and other lists of words. */
  readonly lists: ReadonlyMap<string, readonly string[]>;
  readonly stems: readonly Row[];
  readonly terms: readonly Row[];
  readonly plan: readonly Row[];
  readonly titles: readonly Row[];
  readonly elements: ReadonlyMap<string, string>;
  readonly namesOf: (label: string) => readonly string[];
}

/** No file is longer: one that is, is no file of ours. */
const bytesMax = 500_000;
/** A few thousand labels stand in the texts of a whole market. */
const labelsMax = 20_000;

const folder = new URL("./data/", import.meta.url);

/** Reads all files, once for each market that is made. */
export function readSampleData(): SampleData {
  const glossary = new Glossary(baseGlossary());
  return {
    industries: filesOf("industries/", ".md").map(([name, text]) => parseIndustry(name, text)),
    templates: new Map(filesOf("documents/", ".md").map(([name, text]) => [name, parseTemplate(name, text)])),
    statements: new Map(filesOf("statements/", ".tsv").map(([name, text]) => [name, parseRows(name, text)])),
    lists: new Map(linesOf(read("lists.tsv")).map((cells) => [cells[0] ?? "", cells.slice(1)])),
    stems: parseRows("stems.tsv", read("stems.tsv")),
    terms: parseRows("terms.tsv", read("terms.tsv")),
    plan: parseRows("plan.tsv", read("plan.tsv")),
    titles: parseRows("titles.tsv", read("titles.tsv")),
    elements: new Map(
      parseRows("elements.tsv", read("elements.tsv")).map(({ label = "", element = "" }) => [label, element]),
    ),
    namesOf: remembered(labelsMax, (label) => glossary.namesOf(label)),
  };
}

function read(name: string): string {
  const file = new URL(name, folder);
  if (statSync(file).size > bytesMax) throw new Error(`${name} of the sample market is larger than ${bytesMax} bytes`);
  return readFileSync(file, "utf8");
}

function filesOf(under: string, ending: string): [string, string][] {
  return readdirSync(new URL(under, folder))
    .filter((name) => name.endsWith(ending))
    .toSorted()
    .map((name) => [name.slice(0, -ending.length), read(`${under}${name}`)]);
}

/** The cells of each line that is no comment. */
function linesOf(text: string): string[][] {
  return text
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("# "))
    .map((line) => line.split("\t"));
}

export function parseRows(file: string, text: string): Row[] {
  const [head = [], ...lines] = linesOf(text);
  return lines.map((cells) => {
    if (cells.length !== head.length) throw new Error(`${file}: a line has ${cells.length} cells: ${cells.join(" ")}`);
    return Object.fromEntries(head.map((name, at) => [name, cells[at] ?? ""]));
  });
}

/** A word of a list, the same one for the same place; the list begins again after its end. */
export function wordOf(words: readonly string[] | undefined, at: number): string {
  const word = words?.[at % (words.length || 1)];
  if (word === undefined) throw new Error("a list of the sample market has no words");
  return word;
}
