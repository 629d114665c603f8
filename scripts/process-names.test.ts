import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import { describe, expect, it } from "vitest";

/**
 * All features share one process. A name on `globalThis`, and the name of a bounded cache, belongs to the one module
 * that declares it: two modules that store different things under one name break each other at the first request that
 * uses both. The lint rule on `globalThis` (eslint.config.mjs) refuses every form that this test doesn't read.
 */
const root = path.resolve(import.meta.dirname, "..");

interface ProcessName {
  readonly name: string;
  readonly file: string;
}

function namesIn(file: string, code: string): ProcessName[] {
  const names: ProcessName[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isIntersectionTypeNode(node) && node.types.some(isTypeOfGlobalThis)) {
      const members = node.types.flatMap((type) => (ts.isTypeLiteralNode(type) ? [...type.members] : []));
      names.push(...members.flatMap(({ name }) => (name === undefined ? [] : [{ name: name.getText(), file }])));
    }
    if (ts.isCallExpression(node) && node.expression.getText() === "registerBounded") {
      const named = /name: "(?<name>\w+)"/v.exec(node.getText())?.groups?.["name"];
      if (named !== undefined) names.push({ name: named, file });
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, code, ts.ScriptTarget.Latest, true));
  return names;
}

function isTypeOfGlobalThis(type: ts.TypeNode): boolean {
  return ts.isTypeQueryNode(type) && type.exprName.getText() === "globalThis";
}

function takenTwice(names: readonly ProcessName[]): string[] {
  const files = Map.groupBy(names, ({ name }) => name);
  return [...files].flatMap(([name, taken]) =>
    taken.length === 1 ? [] : [`${name}: ${taken.map(({ file }) => file).join(", ")}`],
  );
}

const files = execFileSync(
  "git",
  ["ls-files", "--cached", "--others", "--exclude-standard", "app", "components", "lib", "service", "cli"],
  { cwd: root, encoding: "utf8" },
)
  .split("\n")
  .filter((file) => /\.tsx?$/v.test(file) && !/\.test\.tsx?$|\/testing\//v.test(file));

describe("names on the process", () => {
  const names = files.flatMap((file) => {
    const code = readFileSync(path.join(root, file), "utf8");
    return /globalThis|registerBounded/v.test(code) ? namesIn(file, code) : [];
  });

  it("belong to one module each", () => {
    expect(takenTwice(names)).toEqual([]);
  });

  it("are read from the code: texts of pages and the sizes of caches are among them", () => {
    expect(names.map(({ name }) => name)).toEqual(
      expect.arrayContaining(["hirakuPageTexts", "hiraku_web_kept_texts_characters"]),
    );
  });

  it("are refused for a second module that takes one", () => {
    const global = "const shared: typeof globalThis & { hirakuTexts?: Map<string, string> } = globalThis;";
    const bounded = 'registerBounded({ name: "hiraku_texts", help: "Texts.", max: 1, size: () => 0 });';
    for (const [code, name] of [
      [global, "hirakuTexts"],
      [bounded, "hiraku_texts"],
    ] as const) {
      expect(takenTwice([...namesIn("lib/a.ts", code), ...namesIn("lib/b.ts", code)])).toEqual([
        `${name}: lib/a.ts, lib/b.ts`,
      ]);
    }
  });
});
