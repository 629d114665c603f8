import { matchTypes } from "../lib/contract/vocabulary.ts";
import { type CliIo, CommandError, UsageError } from "./command.ts";
import { configOf, noMore, readOptions } from "./options.ts";
import { embed } from "./search-embed.ts";
import { evaluateFiles } from "./search-evaluate.ts";
import { explain } from "./search-explain.ts";
import { makeBaseGlossary, rebuildStoredGlossary, showGlossary } from "./search-glossary.ts";
import { rebuild } from "./search-rebuild.ts";

export const name = "search";
export const summary = "Rebuild the search index, see its glossary, explain a search, measure ranking";
export const help = `
Usage: hiraku search rebuild [--restart] [--json] [--data DIR]
       hiraku search embed [--json] [--data DIR]
       hiraku search explain "QUERY" [--match-type semantic|lexical] [--top-k N] [--all-periods] [--json] [--data DIR]
       hiraku search glossary ["WORDS"] [--rebuild] [--from FOLDER …] [--json] [--data DIR]
       hiraku search evaluate FILE … [--match-type semantic|lexical] [--with] [--without] [--json]

rebuild   Writes the index anew from the catalog, beside a running service: in the data folder, or on the engine of
          HIRAKU_SEARCH_URL. Called again after it was stopped, it goes on where it was; --restart begins anew.
embed     Asks the provider of HIRAKU_EMBEDDING_URL for a vector of every passage that has none yet.
explain   Tells what a query was folded to, which of its parts were used or dropped and what they weigh, and the
          parts of each hit's score. --all-periods searches superseded reports too.
glossary  Shows which Japanese labels the English WORDS lead to, or the English names beside Japanese ones; without
          WORDS the most frequent pairs. --rebuild counts anew what the documents of the store told; --from prints a
          base glossary made from the EDINET packages of folders.
evaluate  Indexes the passages of the files in a scratch store and asks their questions. Prints R@1, R@5, R@10, MRR@10
          and nDCG@10 in percent, each with its 95 % interval. A line is {"passage": id, "title": text or null,
          "text": text} or {"question": id, "text": text, "answers": [passage ids]}, or as in JFinTEB {"docid": id,
          "text": text} or {"query": text, "relevant_docs": [ids]}; a file may also be a set like SQuAD. --with
          measures with the embeddings of HIRAKU_EMBEDDING_URL; both --without and --with one after the other.
`;

/** These read the index in the data folder, which is not kept while an engine outside is searched. */
function refuseOutside(io: CliIo, data: string | undefined, action: string): void {
  if (configOf(io, { data }).search === "embedded") return;
  throw new CommandError(`search ${action} reads the index in the data folder, and HIRAKU_SEARCH_URL is set.`);
}

export async function run(args: readonly string[], io: CliIo): Promise<number> {
  const { values, positionals } = readOptions(args, {
    "match-type": { type: "string", default: "semantic" },
    "top-k": { type: "string", default: "10" },
    "all-periods": { type: "boolean", default: false },
    with: { type: "boolean", default: false },
    without: { type: "boolean", default: false },
    rebuild: { type: "boolean", default: false },
    from: { type: "string", multiple: true },
    restart: { type: "boolean", default: false },
    json: { type: "boolean", default: false },
    data: { type: "string" },
  });
  const [action, subject, ...rest] = positionals;
  if (action === "embed" || action === "explain") refuseOutside(io, values.data, action);
  const matchType = matchTypes.find((each) => each === values["match-type"]);
  if (matchType === undefined) throw new UsageError("--match-type is semantic or lexical.");
  if (action === "rebuild") {
    noMore(positionals, 1);
    return rebuild(io, { restart: values.restart, json: values.json, data: values.data });
  }
  if (action === "embed") {
    noMore(positionals, 1);
    return embed(io, { json: values.json, data: values.data });
  }
  if (action === "glossary") {
    const { from, json, data } = values;
    noMore(rest, 0);
    if (from !== undefined) return makeBaseGlossary(io, from);
    return values.rebuild ? rebuildStoredGlossary(io, { json, data }) : showGlossary(io, subject, { json, data });
  }
  if (action === "explain") {
    noMore(rest, 0);
    if (subject === undefined) throw new UsageError("Say what to search for, in quotes.");
    const topK = Number(values["top-k"]);
    if (!Number.isInteger(topK) || topK < 1 || topK > 50) throw new UsageError("--top-k is a number from 1 to 50.");
    const query = { query: subject, matchType, topK, latestOnly: !values["all-periods"] } as const;
    return explain(io, query, { json: values.json, data: values.data });
  }
  if (action === "evaluate") {
    if (subject === undefined) throw new UsageError("Name the files of passages and questions.");
    const without = values.without || !values.with;
    const embeddings = [...(without ? (["without"] as const) : []), ...(values.with ? (["with"] as const) : [])];
    return evaluateFiles(io, [subject, ...rest], { matchType, json: values.json, embeddings });
  }
  throw new UsageError("Say rebuild, embed, explain, glossary or evaluate.");
}
