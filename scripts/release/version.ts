import { readFileSync } from "node:fs";
import path from "node:path";

/** Each file that says the version, and what stands there. */
const sayings: readonly (readonly [file: string, pattern: RegExp])[] = [
  ["package.json", /^ {2}"version": "([^"]+)"/m],
  ["package-lock.json", /^ {2}"version": "([^"]+)"/m],
  ["server.json", /^ {2}"version": "([^"]+)"/m],
  ["packages/client/package.json", /^ {2}"version": "([^"]+)"/m],
  ["packages/python/pyproject.toml", /^version = "([^"]+)"/m],
];

export function versionsIn(repository: string): readonly { readonly file: string; readonly version: string }[] {
  return sayings.map(([file, pattern]) => {
    const version = pattern.exec(readFileSync(path.join(repository, file), "utf8"))?.[1];
    if (version === undefined) throw new Error(`${file} says no version`);
    return { file, version };
  });
}

/** The section of CHANGELOG.md about a version. */
export function notesOf(repository: string, version: string): string {
  const sections = readFileSync(path.join(repository, "CHANGELOG.md"), "utf8").split(/^(?=## )/m);
  const section = sections.find(
    (each) => each.startsWith(`## ${version}`) && !/^[\d.]/.test(each.slice(3 + version.length)),
  );
  if (section === undefined) throw new Error(`CHANGELOG.md has no section ${version}`);
  return `# Hiraku ${section.slice(3).trim()}\n`;
}
