import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";

const root = path.resolve(import.meta.dirname, "..");

function sources(...folders: string[]): { file: string; text: string }[] {
  const listed = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", ...folders], {
    cwd: root,
    encoding: "utf8",
  });
  return listed
    .split("\n")
    .filter((file) => /\.tsx?$/.test(file) && !/\.(?:test|engines)\.tsx?$/.test(file))
    .map((file) => ({ file, text: readFileSync(path.join(root, file), "utf8") }));
}

describe("the code", () => {
  it("spells internal addresses in lib/routes.ts only", () => {
    const address = /["'`]\/(?:api|issuers|documents|search|news|library|account|sign-in)(?:[/?"'`]|\$\{)/;
    const offenders = sources("app", "components", "lib")
      .filter(({ file }) => file !== "lib/routes.ts" && !file.startsWith("lib/contract/"))
      .flatMap(({ file, text }) =>
        text.split("\n").flatMap((line, index) => (address.test(line) ? [`${file}:${index + 1} ${line.trim()}`] : [])),
      );
    expect(offenders).toEqual([]);
  });

  it("spells prices and vocabularies in lib/contract only", () => {
    const price = /min: ?[1-9]\d*, ?max: ?\d+ ?\}|<Price min=\{[1-9]|\[2, 4, 8\]|\bcredits: [1-9]/;
    const vocabulary = /(?:=|of|enum\() ?\[\s*"(?:edinet_filing|ready|semantic)",|"(?:semantic|edinet_filing)" \| "/;
    const offenders = sources("app", "components", "lib", "service")
      .filter(({ file }) => !file.startsWith("lib/contract/") && !/\/(?:testing|simulation)\//.test(file))
      .flatMap(({ file, text }) =>
        text
          .split("\n")
          .flatMap((line, index) =>
            price.test(line) || vocabulary.test(line) ? [`${file}:${index + 1} ${line.trim()}`] : [],
          ),
      );
    expect(offenders).toEqual([]);
  });

  it("keeps app/ to routing: Next's own files, each short enough to be read at a glance", () => {
    const shells = ["app/AppShell.tsx", "app/RootDocument.tsx", "app/(signed-in)/SkeletonUntilLoaded.tsx"];
    const routing = /\/(?:page|layout|route|error|loading|not-found|global-error|global-not-found)(?:\.dev)?\.tsx?$/;
    const offenders = sources("app").filter(
      ({ file, text }) => !(routing.test(file) || shells.includes(file)) || text.split("\n").length > 160,
    );
    expect(offenders.map(({ file }) => file)).toEqual([]);
  });

  it("suppresses no check", () => {
    const escape = /@ts-(?:ignore|expect-error|nocheck)|(?:eslint|oxlint)-disable|\bas any\b|: any\b/;
    const isProse = (line: string) => /^\s*(?:\*|\/\*\*|\/\/) /.test(line) && !/@ts-|(?:es|ox)lint-/.test(line);
    const offenders = sources("app", "components", "lib", "service").flatMap(({ file, text }) =>
      text
        .split("\n")
        .flatMap((line, index) => (escape.test(line) && !isProse(line) ? [`${file}:${index + 1} ${line.trim()}`] : [])),
    );
    expect(offenders).toEqual([]);
  });

  it("skips no test: what can't run is not registered, and what must hold is tested everywhere", () => {
    const listed = execFileSync(
      "git",
      ["ls-files", "--cached", "--others", "--exclude-standard", "*.test.ts", "*.test.tsx", "e2e"],
      {
        cwd: root,
        encoding: "utf8",
      },
    );
    const skip = /\b(?:test|it|describe)(?:\.\w+)*\.(?:skip|skipIf|runIf|todo|fixme)\b/;
    const offenders = listed.split("\n").filter((file) => {
      const full = path.join(root, file);
      return /\.tsx?$/.test(file) && existsSync(full) && skip.test(readFileSync(full, "utf8"));
    });
    expect(offenders).toEqual([]);
  });

  it("declares pdfjs-dist at exactly the version that react-pdf brings", () => {
    const manifest = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));
    const reactPdf = JSON.parse(readFileSync(path.join(root, "node_modules/react-pdf/package.json"), "utf8"));
    expect(manifest.dependencies["pdfjs-dist"]).toBe(reactPdf.dependencies["pdfjs-dist"]);
  });

  it("pins every dependency to an exact version", () => {
    const manifest = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));
    const all = { ...manifest.dependencies, ...manifest.devDependencies, ...manifest.optionalDependencies };
    expect(
      Object.entries<string>(all).filter(([, version]) => !/^(?:npm:[\w@/-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(version)),
    ).toEqual([]);
  });
});
