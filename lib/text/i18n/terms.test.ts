import { globSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { describe, expect, it } from "vitest";
import { z } from "zod";

const Messages = z.record(z.string(), z.string());

interface Message {
  readonly name: string;
  readonly en: string;
  readonly ja: string;
}

interface Term {
  readonly term: string;
  readonly english: readonly string[];
  readonly shortForms: readonly string[];
  readonly not: readonly string[];
}

const root = new URL("../../../", import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, root), "utf8");

const terms: readonly Term[] = read("docs/terms.md")
  .split("\n")
  .filter((line) => line.startsWith("| ") && !line.startsWith("| Term"))
  .map((line) => {
    const [term = "", , english = "", , shortForms = "", not = ""] = line
      .slice(1, -1)
      .split("|")
      .map((cell) => cell.trim());
    return { term, english: words(english), shortForms: words(shortForms), not: words(not) };
  });

const messages: readonly Message[] = globSync("messages/ja/*.json", { cwd: root }).flatMap((path) => {
  const en = Messages.parse(JSON.parse(read(path.replace("messages/ja", "messages/en"))));
  const ja = Messages.parse(JSON.parse(read(path)));
  const file = basename(path, ".json");
  return Object.entries(ja)
    .filter(([key]) => !(file === "account" && key === "sample"))
    .map(([key, text]) => ({ name: `${file}.${key}`, en: en[key] ?? "", ja: text }));
});

/** Messages whose English word means something else than the term, or whose Japanese says it by the place it stands. */
const otherwise = new Set([
  "errors.app_errorMore", // "our fault, not yours"
  "cost.gaugeNoBalance", // about the balance
  "figures.kind_balance", // a balance sheet
  "figures.unboughtKey", // a balance sheet
]);

it("English messages say no word of the list that the screens no longer say", () => {
  const [, list = ""] = /no longer say: (.+)\./u.exec(read("docs/terms.md")) ?? [];
  const past = [...list.matchAll(/`(\w+)`/gu)].map(([, word = ""]) => word);
  expect(past.length).toBeGreaterThan(5);
  const said = new RegExp(`\\b(?:${past.join("|")})s?\\b`, "iu");
  expect(messages.filter(({ en }) => said.test(withoutArguments(en))).map(({ name, en }) => `${name}: ${en}`)).toEqual(
    [],
  );
});

it("English messages have no space after p. at which a line could end", () => {
  expect(messages.filter(({ en }) => /\bpp?\. /u.test(en)).map(({ name, en }) => `${name}: ${en}`)).toEqual([]);
});

describe("Japanese messages", () => {
  it("are held to a table of terms that says everything of each", () => {
    expect(terms.length).toBeGreaterThan(20);
    expect(terms.filter(({ term, english, not }) => term === "" || english.length === 0 || not.length === 0)).toEqual(
      [],
    );
    expect(new Set(terms.map(({ term }) => term)).size).toBe(terms.length);
  });

  it.each(terms)("never say another word for $term", ({ term, not }) => {
    const wrong = messages.filter(({ ja }) => not.some((word) => ja.replaceAll(term, "").includes(word)));
    expect(wrong.map(({ name, ja }) => `${name}: ${ja}`)).toEqual([]);
  });

  it.each(terms)("say $term where the English says it", ({ term, english, shortForms }) => {
    const spoken = new RegExp(`\\b(?:${english.join("|")})\\b(?![}])`, "iu");
    const wrong = messages
      .filter(({ name, en }) => spoken.test(withoutArguments(en)) && !otherwise.has(name))
      .filter(({ ja }) => ![term, ...shortForms].some((word) => ja.includes(word)));
    expect(wrong.map(({ name, en, ja }) => `${name}: ${en} | ${ja}`)).toEqual([]);
  });

  it("write a page's number as 9ページ目, and only that", () => {
    const named = /\b(?:pages? |p\.\s)\{\w+\}|\{pages\}|\bpage \d|\{from\} to \{to\} selected/iu;
    const wrong = messages.filter(({ en, ja }) => named.test(en) !== /\{\w+\}ページ目|\dページ目/u.test(ja));
    expect(wrong.map(({ name, en, ja }) => `${name}: ${en} | ${ja}`)).toEqual([]);
  });

  it("have no space between figures or Latin letters and Japanese, and no JST", () => {
    const spaced = /[}\dA-Za-z] (?=\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Han})|\p{Script=Han} (?=\d)|JST/u;
    expect(messages.filter(({ ja }) => spaced.test(ja)).map(({ name, ja }) => `${name}: ${ja}`)).toEqual([]);
  });

  it("have full-width marks beside Japanese, half-width letters and figures, and no gap between sentences", () => {
    const japanese = String.raw`[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]`;
    const mixed = new RegExp(`${japanese} ?[,.!?:;()%]|[()%] ?${japanese}|[０-９Ａ-Ｚａ-ｚ]|。\\s|、、|。。`, "u");
    expect(
      messages
        .filter(({ ja }) => mixed.test(ja.replace(/\{\w+, plural,|=?\w+ \{/gu, "")))
        .map(({ name, ja }) => `${name}: ${ja}`),
    ).toEqual([]);
  });

  it("stand in the source only with words of the table", () => {
    const files = globSync("{app,components}/**/*.{ts,tsx}", { cwd: root }).filter((path) => !path.includes(".test."));
    const wrong = files.flatMap((path) => {
      const text = read(path);
      const found = terms.flatMap(({ term, not }) => not.filter((word) => text.replaceAll(term, "").includes(word)));
      return found.map((word) => `${path}: ${word}`);
    });
    expect(files.length).toBeGreaterThan(100);
    expect(wrong).toEqual([]);
  });
});

function words(cell: string): string[] {
  return cell
    .replace(/\([^)]*\)/gu, "")
    .split(",")
    .map((word) => word.trim())
    .filter((word) => word !== "");
}

/** "{title}" is an argument's name and no word of the message; the branches of plurals are words. */
function withoutArguments(message: string): string {
  return message.replace(/\{\w+\}/gu, "").replace(/\{\w+, plural,/gu, "");
}
