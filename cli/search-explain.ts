import { existsSync } from "node:fs";
import { join } from "node:path";
import type { MatchType } from "../lib/contract/vocabulary.ts";
import { type ExplainedToken, type Explanation, SearchReader } from "../service/search/maintenance.ts";
import { searchFileName } from "../service/storage/open-service-store.ts";
import { storeFile } from "../service/storage/open-store.ts";
import { openDatabase } from "../service/storage/sqlite/database.ts";
import { type CliIo, CommandError } from "./command.ts";
import { configOf } from "./options.ts";

interface Query {
  readonly query: string;
  readonly matchType: MatchType;
  readonly topK: number;
  readonly latestOnly: boolean;
}

export async function explain(
  io: CliIo,
  query: Query,
  options: { readonly json: boolean; readonly data: string | undefined },
): Promise<number> {
  const { data, databaseUrl } = configOf(io, { data: options.data });
  const file = databaseUrl === "" ? storeFile(data) : join(data, searchFileName);
  if (!existsSync(file)) {
    throw new CommandError(
      databaseUrl === "" ? `There is no store in ${data}.` : `No service has searched with the folder ${data} yet.`,
    );
  }
  const db = openDatabase(file, { readonly: true });
  try {
    const explanation = new SearchReader(db, 16_000_000).explain({
      ...query,
      includeSnippet: true,
      securityCodes: undefined,
      documentTypes: undefined,
      families: undefined,
      sinceMs: undefined,
      untilMs: undefined,
    });
    if (options.json) io.print(JSON.stringify(explanation));
    else for (const line of linesOf(explanation)) io.print(line);
    return 0;
  } finally {
    db.close();
  }
}

function* linesOf(explanation: Explanation): Generator<string> {
  yield `engine   ${explanation.engine}`;
  yield `folded   ${explanation.folded}`;
  yield* understoodLines(explanation);
  for (const { term, passages, weight, exact } of explanation.terms) {
    yield `term     ${term}  at most ${passages} passages, weight ${weight.toFixed(2)}${exact ? "" : ", proved by reading"}`;
  }
  for (const token of explanation.tokens) yield tokenLine(token, "gram");
  for (const token of explanation.fields) yield tokenLine(token, "field");
  if (explanation.terms.length > 0) {
    yield `found    ${explanation.candidates} candidate sections, ${explanation.textsRead} read to be sure`;
  }
  for (const [i, hit] of explanation.hits.entries()) {
    const parts = Object.entries(hit.parts).map(([part, value]) => `${part} ${value.toFixed(3)}`);
    yield `${String(i + 1).padStart(2)}  ${hit.score.toFixed(3)}  ${hit.documentId} ${hit.sectionId}${parts.length > 0 ? `  (${parts.join(" + ")})` : ""}`;
    yield `      title  ${hit.title}`;
    if (hit.names !== "") yield `      names  ${hit.names}`;
    if (hit.row !== null) yield `      row    ${hit.row}`;
    if (hit.alsoIn.length > 0) yield `      also   ${hit.alsoIn.join(", ")}`;
    if (hit.snippet !== null) yield `      ${hit.snippet.text.replace(/\s+/gu, " ")}`;
  }
}

/** The parsed question, before anything is looked up. */
function* understoodLines({ issuers, scope, years, glossary }: Explanation): Generator<string> {
  if (issuers.length > 0) yield `issuer   ${issuers.join(", ")}`;
  if (scope !== null) yield `scope    ${scope}`;
  if (years.length > 0) yield `year     ${years.join(", ")}`;
  for (const { label, name, weight } of glossary) yield `glossary ${label}  ${name}, weight ${weight.toFixed(2)}`;
}

function tokenLine({ token, passages, weight, used }: ExplainedToken, kind: string): string {
  return `${(used ? kind : "dropped").padEnd(9)}${token}  ${passages} passages, weight ${weight.toFixed(2)}`;
}
