import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import { describe, expect, it } from "vitest";

/**
 * All features share one process, and one list of its bounded caches: a second module that registers a name would take
 * the place of the first one's figure.
 */
const root = path.resolve(import.meta.dirname, "..");

interface ProcessName {
  readonly name: string;
  readonly file: string;
}

function namesIn(file: string, code: string): ProcessName[] {
  const names: ProcessName[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && node.expression.getText() === "registerBounded") {
      const named = /name: "(?<name>\w+)"/v.exec(node.getText())?.groups?.["name"];
      if (named !== undefined) names.push({ name: named, file });
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, code, ts.ScriptTarget.Latest, true));
  return names;
}

function takenTwice(names: readonly ProcessName[]): string[] {
  const files = Map.groupBy(names, ({ name }) => name);
  return [...files].flatMap(([name, taken]) =>
    taken.length === 1 ? [] : [`${name}: ${taken.map(({ file }) => file).join(", ")}`],
  );
}

const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "lib", "service"], {
  cwd: root,
  encoding: "utf8",
})
  .split("\n")
  .filter((file) => /\.tsx?$/v.test(file) && !/\.test\.tsx?$|\/testing\//v.test(file));

describe("names of bounded caches", () => {
  const names = files.flatMap((file) => {
    const code = readFileSync(path.join(root, file), "utf8");
    return code.includes("registerBounded") ? namesIn(file, code) : [];
  });

  it("belong to one module each", () => {
    expect(names.map(({ name }) => name)).toContain("hiraku_web_kept_texts_characters");
    expect(takenTwice(names)).toEqual([]);
  });

  it("are refused for a second module that takes one", () => {
    const bounded = 'registerBounded({ name: "hiraku_texts", help: "Texts.", max: 1, size: () => 0 });';
    expect(takenTwice([...namesIn("lib/a.ts", bounded), ...namesIn("lib/b.ts", bounded)])).toEqual([
      "hiraku_texts: lib/a.ts, lib/b.ts",
    ]);
  });
});
