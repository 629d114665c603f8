import { existsSync, readdirSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { foldText } from "../lib/text/format/fold.ts";
import { type DocumentDraft, readPackage } from "../service/ingest/package/read-package.ts";
import {
  baseGlossary,
  Glossary,
  type GlossaryPair,
  glossaryLabel,
  isStandardName,
  meaningsOf,
  titleOfName,
} from "../service/search/words.ts";
import { openServiceStore } from "../service/storage/open-service-store.ts";
import { storeFile } from "../service/storage/open-store.ts";
import type { LearnedWords } from "../service/storage/store.ts";
import { type CliIo, CommandError } from "./command.ts";
import { configOf } from "./options.ts";

interface Options {
  readonly json: boolean;
  readonly data: string | undefined;
}

const shownMax = 50;

/** The glossary's translations of words in English or Japanese; without any, its most frequent pairs. */
export async function showGlossary(io: CliIo, words: string | undefined, options: Options): Promise<number> {
  const pairs = [...baseGlossary(), ...((await ofStore(io, options, (learned) => learned.pairs())) ?? [])];
  const glossary = new Glossary(pairs);
  if (words === undefined) return printPairs(io, summed(pairs).slice(0, shownMax), options);
  const folded = foldText(words);
  if (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(folded)) {
    const found = summed(pairs).filter(({ label }) => foldText(label).includes(folded));
    return printPairs(io, found.slice(0, shownMax), options);
  }
  const labels = glossary.expand(folded);
  const single = meaningsOf(folded, glossary, []).flatMap(({ sayings }) => sayings.slice(1));
  if (options.json)
    io.print(JSON.stringify({ labels, words: single.map(({ folded: word, share }) => ({ word, share })) }));
  else {
    for (const { label, name, weight } of labels)
      io.print(`${weight.toFixed(2)}  ${label}  ${titleOfName(name)}  ${name}`);
    for (const { folded: word, share } of single) io.print(`${share.toFixed(2)}  ${word}  (a single word)`);
    if (labels.length + single.length === 0) io.print("The glossary knows none of these words.");
  }
  return 0;
}

/** Counts the store's pairs again from its documents. */
export async function rebuildStoredGlossary(io: CliIo, options: Options): Promise<number> {
  const pairs = await ofStore(io, options, (learned) => learned.rebuild());
  if (pairs === undefined) throw new CommandError(`There is no store in ${configOf(io, { data: options.data }).data}.`);
  if (options.json) io.print(JSON.stringify({ pairs }));
  else io.print(`${pairs} pairs learned from the documents of this store.`);
  return 0;
}

/** Undefined where there is no store. */
async function ofStore<T>(
  io: CliIo,
  options: Options,
  work: (learned: LearnedWords) => Promise<T>,
): Promise<T | undefined> {
  const { data, databaseUrl } = configOf(io, { data: options.data });
  if (databaseUrl === "" && !existsSync(storeFile(data))) return undefined;
  const store = await openServiceStore({ data, databaseUrl });
  try {
    return await work(store.learned);
  } finally {
    await store.close();
  }
}

/** Prints a base glossary made from the packages of folders; the one that ships with the product is made this way. */
export async function makeBaseGlossary(io: CliIo, folders: readonly string[]): Promise<number> {
  const counts = new Map<string, GlossaryPair>();
  const sources: string[] = [];
  for (const file of folders.flatMap(packagesIn)) {
    for (const draft of await readPackage(file)) {
      if (draft.kind !== "edinet")
        throw new CommandError(`${file} is no EDINET package: its words belong to its company.`);
      if (addPairs(counts, draft)) sources.push(draft.documentId ?? basename(file, ".zip"));
    }
  }
  if (sources.length === 0) throw new CommandError("None of the packages has inline XBRL.");
  io.print(
    "# English names of inline XBRL elements beside the Japanese words that filings print for them: name, label,",
  );
  io.print("# in how many documents. Made by `hiraku search glossary --from`.");
  io.print(
    "# Source: EDINET閲覧（提出）サイト, Financial Services Agency of Japan, Public Data License 1.0; processed.",
  );
  io.print(`# Documents: ${[...new Set(sources)].sort().join(" ")}`);
  const pairs = [...counts.values()].sort(
    (x, y) => y.count - x.count || compare(x.name, y.name) || compare(x.label, y.label),
  );
  for (const { name, label, count } of pairs) io.print(`${name}\t${label}\t${count}`);
  return 0;
}

function addPairs(counts: Map<string, GlossaryPair>, draft: DocumentDraft): boolean {
  const seen = new Map<string, { name: string; label: string }>();
  for (const { name, label } of draft.sections.flatMap((section) => section.names ?? [])) {
    const kept = isStandardName(name) ? glossaryLabel(name, label) : undefined;
    if (kept !== undefined) seen.set(`${name}\t${kept}`, { name, label: kept });
  }
  for (const [key, pair] of seen) counts.set(key, { ...pair, count: (counts.get(key)?.count ?? 0) + 1 });
  return seen.size > 0;
}

function packagesIn(folder: string): string[] {
  if (!existsSync(folder) || !statSync(folder).isDirectory()) throw new CommandError(`There is no folder ${folder}.`);
  return readdirSync(folder)
    .filter((file) => file.endsWith(".zip"))
    .sort()
    .map((file) => join(folder, file));
}

function summed(pairs: readonly GlossaryPair[]): GlossaryPair[] {
  const sums = new Map<string, GlossaryPair>();
  for (const pair of pairs) {
    const key = `${pair.name}\t${pair.label}`;
    sums.set(key, { ...pair, count: pair.count + (sums.get(key)?.count ?? 0) });
  }
  return [...sums.values()].sort((x, y) => y.count - x.count || compare(x.name, y.name));
}

function printPairs(io: CliIo, pairs: readonly GlossaryPair[], { json }: Options): number {
  if (json) io.print(JSON.stringify(pairs));
  else
    for (const { name, label, count } of pairs)
      io.print(`${String(count).padStart(5)}  ${label}  ${titleOfName(name)}  ${name}`);
  if (!json && pairs.length === 0) io.print("The glossary knows none of these words.");
  return 0;
}

const compare = (x: string, y: string) => (x < y ? -1 : x > y ? 1 : 0);
