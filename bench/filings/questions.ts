import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { DocumentQuery } from "../../service/search/port.ts";
import { documentQuery } from "../../service/search/testing/queries.ts";

export interface Question {
  readonly question: string;
  readonly half: "tune" | "test";
  readonly security_code: string;
  readonly text: string;
  /** Must match the folded title of the section, or of one around it. */
  readonly section: string;
}

export function readQuestions(language: "en" | "ja"): Question[] {
  return readFileSync(join(import.meta.dirname, "..", "questions", `filings-${language}.jsonl`), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
}

export function asQuery(query: string, securityCodes: readonly string[] | undefined): DocumentQuery {
  return { ...documentQuery(query), matchType: "semantic", securityCodes };
}
