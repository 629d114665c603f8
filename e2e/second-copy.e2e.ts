import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "@playwright/test";

/**
 * `lib/` runs in Node, in one instance. One static import too many would be compiled into a page or a route: a second
 * copy, with its own connection, caches and running purchases, that no type and no test of a single feature shows.
 */
const root = path.resolve(import.meta.dirname, "..");
/** Without state, or Next's own. */
const mayBeCompiled =
  /^lib\/(?:(?:contract|text|next)\/|(?:home|routes|app\.server|native|evidence\/receipts\/canonical-json|features\/ask\/(?:bounds|check-reasons)|kit\/retry\/limits)\.ts$)/;

interface SourceMap {
  readonly sources?: readonly string[];
  readonly sections?: readonly { readonly map: SourceMap }[];
}

const sourcesOf = ({ sources = [], sections = [] }: SourceMap): readonly string[] => [
  ...sources,
  ...sections.flatMap(({ map }) => sourcesOf(map)),
];

test("the build has no second copy of what runs in Node", () => {
  const compiled = new Set<string>();
  for (const map of globSync(".next/server/**/*.map", { cwd: root })) {
    // JSON.parse is the reader of a file that this build wrote.
    const read: SourceMap = JSON.parse(readFileSync(path.join(root, map), "utf8"));
    for (const source of sourcesOf(read))
      compiled.add(source.replace(/^(?:\.\.\/)+|^turbopack:\/\/\/\[project\]\//, ""));
  }
  const ours = [...compiled].filter((file) => /^(?:lib|service|cli)\/[^?]+\.tsx?$/.test(file));
  // Were the maps named otherwise, nothing would be found and nothing shown.
  expect(ours).toContain("lib/routes.ts");
  expect(ours).toContain("lib/app.server.ts");
  expect(ours.filter((file) => !mayBeCompiled.test(file))).toEqual([]);
});
