import { foldText } from "../lib/text/format/fold.ts";
import { plainText } from "../lib/text/format/plain-text.ts";
import type { DocumentQuery, IndexedDocument } from "../service/search/port.ts";
import { randomFrom } from "../service/search/testing/generate.ts";
import { documentQuery } from "../service/search/testing/queries.ts";

export const classNames = [
  "2 characters",
  "4 characters",
  "phrase",
  "three terms",
  "three terms, one code",
  "three terms, dates",
  "a question",
] as const;
export type ClassName = (typeof classNames)[number];

/** Queries of each class, taken from the corpus itself, the same from the same seed. */
export function benchQueries(documents: readonly IndexedDocument[], each: number): Map<ClassName, DocumentQuery[]> {
  const random = randomFrom(42);
  const section = () => {
    const document = documents[Math.floor(random() * documents.length)];
    const found = document?.sections[Math.floor(random() * (document?.sections.length ?? 0))];
    return { document, text: foldText(plainText(found?.markdown ?? "")) };
  };
  /** A run of kanji of that length from a section. */
  const run = (text: string, length: number): string => {
    const runs = [...text.matchAll(new RegExp(`\\p{Script=Han}{${length},}`, "gu"))];
    const chosen = runs[Math.floor(random() * runs.length)]?.[0] ?? "売上高営";
    const start = Math.floor(random() * (chosen.length - length + 1));
    return chosen.slice(start, start + length);
  };
  const phrase = (text: string, length: number): string => {
    const parts = text.split(/[、。\s"]/u).filter((part) => part.length >= length);
    const chosen = parts[Math.floor(random() * parts.length)] ?? text.slice(0, length);
    const start = Math.floor(random() * (chosen.length - length + 1));
    return chosen.slice(start, start + length);
  };
  const threeTerms = (text: string) => [run(text, 2), run(text, 2), run(text, 3)].join(" ");
  const make: Record<ClassName, () => Partial<DocumentQuery>> = {
    "2 characters": () => ({ query: run(section().text, 2) }),
    "4 characters": () => ({ query: run(section().text, 4) }),
    phrase: () => ({ query: `"${phrase(section().text, 10)}"` }),
    "three terms": () => ({ query: threeTerms(section().text) }),
    "three terms, one code": () => {
      const { document, text } = section();
      return { query: threeTerms(text), securityCodes: [document?.securityCode ?? "1300"] };
    },
    "three terms, dates": () => {
      const { document, text } = section();
      const at = document?.timelineAtMs ?? 0;
      return { query: threeTerms(text), sinceMs: at - 90 * 86_400_000, untilMs: at + 90 * 86_400_000 };
    },
    "a question": () => ({ query: `${phrase(section().text, 14)}のは何ですか`, matchType: "semantic" }),
  };
  return new Map(classNames.map((name) => [name, Array.from({ length: each }, () => ({ ...base, ...make[name]() }))]));
}

const base = documentQuery("");
