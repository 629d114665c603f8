import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { locales, makeWords } from "../lib/text/i18n/words.ts";

const root = path.resolve(import.meta.dirname, "..");
const read = (locale: string, file: string): Record<string, string> =>
  JSON.parse(readFileSync(path.join(root, "messages", locale, file), "utf8"));
const files = readdirSync(path.join(root, "messages/en"));

interface Arguments {
  readonly shown: string[];
  readonly all: string[];
}

/** The arguments of a message. One that only selects a plural form and is not shown exists only for English grammar. */
function argumentsOf(message: string): Arguments {
  const shown = new Set<string>();
  const counted = new Set<string>();
  const words = message.replace(
    /\{\s*(\w+)\s*,\s*plural\s*,((?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*)\}/g,
    (_, name: string, branches: string) => {
      counted.add(name);
      if (branches.includes("#")) shown.add(name);
      return branches.replace(/[=\w]+\s*\{((?:[^{}]|\{[^{}]*\})*)\}/g, "$1");
    },
  );
  for (const match of words.matchAll(/\{\s*(\w+)\s*\}/g)) shown.add(match[1] ?? "");
  return { shown: [...shown].sort(), all: [...new Set([...shown, ...counted])].sort() };
}

describe("the words", () => {
  it("come in the same files in both languages", () => {
    expect(readdirSync(path.join(root, "messages/ja")).sort()).toEqual(files.sort());
  });

  it.each(files)("of %s are complete in both languages, with the same arguments", (file) => {
    const en = read("en", file);
    const ja = read("ja", file);
    expect(Object.keys(ja).sort()).toEqual(Object.keys(en).sort());
    for (const key of Object.keys(en)) {
      const english = argumentsOf(en[key] ?? "");
      const japanese = argumentsOf(ja[key] ?? "");
      // Both languages show the same arguments, except those that only inflect a word.
      expect(english.all, `${file}: ${key}`).toEqual(expect.arrayContaining(japanese.all));
      expect(japanese.all, `${file}: ${key}`).toEqual(expect.arrayContaining(english.shown));
      expect(ja[key]?.trim(), `${file}: ${key}`).not.toBe("");
    }
  });

  it("have their arguments found in plural branches too", () => {
    const counted = argumentsOf("{n, plural, one {# page of {all}} other {# pages of {all}}} {x}");
    expect(counted.shown).toEqual(["all", "n", "x"]);
    expect(argumentsOf("{n, plural, one {page} other {pages}}")).toEqual({ shown: [], all: ["n"] });
  });

  it("never say a number twice in a row, in either language", () => {
    for (const locale of locales) {
      for (const file of files) {
        const texts = read(locale, file);
        const say = makeWords(texts, locale);
        for (const [key, text] of Object.entries(texts)) {
          const said = say(key, Object.fromEntries(argumentsOf(text).all.map((name) => [name, 7])));
          expect(said, `${file}: ${key}`).not.toMatch(/7\s+7/u);
        }
      }
    }
  });

  it("are never written into a component", () => {
    expect(components().flatMap(hardCodedText)).toEqual([]);
  });

  it("would be found if they were", () => {
    const text = 'export const A = () => <p title="Close it">Hello {x} 開示書類</p>;';
    expect(hardCodedText({ file: "a.tsx", text })).toHaveLength(3);
    // A character that stands for a word is no sign that reads alone.
    expect(hardCodedText({ file: "a.tsx", text: "export const A = () => <b>暗</b>;" })).toHaveLength(1);
  });
});

function components(): { file: string; text: string }[] {
  const listed = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "app", "components"], {
    cwd: root,
    encoding: "utf8",
  });
  return listed
    .split("\n")
    .filter((file) => file.endsWith(".tsx") && !file.endsWith(".test.tsx"))
    .map((file) => ({ file, text: readFileSync(path.join(root, file), "utf8") }));
}

const spokenAttributes = new Set([
  "title",
  "alt",
  "placeholder",
  "aria-label",
  "aria-description",
  "aria-roledescription",
]);

/** Texts that are the same in both languages: the mark, the product's name, file formats, keys of the keyboard. */
const universal = new Set([
  "開",
  "Hiraku",
  "SHA-256",
  "verify.mjs",
  "node verify.mjs hiraku-receipt.json",
  "済",
  "年",
  "A",
  "a",
  "PDF",
  "ZIP",
  "CSV",
  "BibTeX",
  "Markdown",
  "JST",
  "日本語",
  "English",
  "Esc",
  "Enter",
  "Ctrl",
  "TSV",
  // A code of the contract, as it is written on the wire.
  "pending_release",
]);

function hardCodedText({ file, text }: { file: string; text: string }): string[] {
  const found: string[] = [];
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const note = (node: ts.Node, words: string) => {
    const spoken = words.trim();
    if (!/\p{L}/u.test(spoken) || universal.has(spoken) || /^[A-Za-z]$/u.test(spoken)) return;
    found.push(`${file}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1} ${spoken}`);
  };
  const visit = (node: ts.Node): void => {
    if (ts.isJsxText(node)) note(node, node.text);
    else if (ts.isJsxAttribute(node) && spokenAttributes.has(node.name.getText(source)) && node.initializer) {
      const value = ts.isJsxExpression(node.initializer) ? node.initializer.expression : node.initializer;
      if (value !== undefined && ts.isStringLiteralLike(value)) note(node, value.text);
    } else if (
      ts.isJsxExpression(node) &&
      node.expression &&
      ts.isStringLiteralLike(node.expression) &&
      !ts.isJsxAttribute(node.parent)
    ) {
      note(node, node.expression.text);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}
