import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import { cruise, type IConfiguration, type ICruiseOptions, type ICruiseResult } from "dependency-cruiser";
import extractTSConfig from "dependency-cruiser/config-utl/extract-ts-config";
import { describe, expect, it } from "vitest";

const root = path.resolve(import.meta.dirname, "..");
const config = createRequire(import.meta.url)(path.join(root, ".dependency-cruiser.cjs")) as IConfiguration;

/** Each room imports the one above it. */
const arrows = (config.forbidden ?? []).flatMap((rule): [string, Record<string, string>][] => {
  const room = /^(\w+)-knows-no-room-above$/.exec(rule.name ?? "")?.[1];
  const above = /^\^lib\/\((\w+)/.exec("to" in rule ? String(rule.to.path) : "")?.[1];
  if (room === undefined || above === undefined) return [];
  return [
    [`${room}-knows-no-room-above`, { [`lib/${room}/a.ts`]: `import "../${above}/b.ts";`, [`lib/${above}/b.ts`]: "" }],
  ];
});

/** For each rule, the smallest project that breaks it. */
const violations: Record<string, Record<string, string>> = {
  ...Object.fromEntries(arrows),
  "native-code-is-entered-by-its-door": {
    "app/api/x/route.ts": 'import { b } from "../../../lib/store/b.ts"; b;',
    "lib/store/b.ts": "export const b = 1;",
  },
  "native-code-knows-no-bundle": { "lib/owners/a.ts": 'import "../next/b.ts";', "lib/next/b.ts": "" },
  "contract-is-pure": { "lib/contract/a.ts": 'import "../routes.ts";', "lib/routes.ts": "" },
  "figures-are-pure": { "lib/evidence/figures/a.ts": 'import "../../routes.ts";', "lib/routes.ts": "" },
  "figures-are-entered-by-their-index": {
    "lib/reading/a.ts": 'import "../evidence/figures/b.ts";',
    "lib/evidence/figures/b.ts": "export const b = 1;",
  },
  "text-is-pure": { "lib/text/a.ts": 'import "../routes.ts";', "lib/routes.ts": "" },
  "client-package-stands-on-the-contract": {
    "packages/client/a.ts": 'import "../../lib/routes.ts";',
    "lib/routes.ts": "",
  },
  "pages-are-routing": {
    "app/(signed-in)/page.tsx": 'import { b } from "../../lib/upstream/b.ts"; b;',
    "lib/upstream/b.ts": "export const b = 1;",
  },
  "browser-takes-the-plain-contract": {
    "components/x/a.ts": 'import { b } from "../../lib/contract/b.ts"; b;',
    "lib/contract/b.ts": "export const b = 1;",
  },
  "plain-contract-imports-nothing": {
    "lib/contract/prices.ts": 'import "./vocabulary.ts";',
    "lib/contract/vocabulary.ts": "",
  },
  "service-takes-only-what-both-use": { "service/a.ts": 'import "../lib/routes.ts";', "lib/routes.ts": "" },
  "web-never-imports-the-service": { "lib/upstream/a.ts": 'import "../../service/b.ts";', "service/b.ts": "" },
  "only-the-command-imports-both": { "service/a.ts": 'import "../cli/b.ts";', "cli/b.ts": "" },
  "server-only-folders": { "components/x/a.ts": 'import "../../lib/store/b.ts";', "lib/store/b.ts": "" },
  "features-know-no-other": { "lib/features/a/x.ts": 'import "../b/y.ts";', "lib/features/b/y.ts": "" },
  "features-are-collected": { "lib/app.ts": 'import "./features/a/x.ts";', "lib/features/a/x.ts": "" },
  "one-folder-speaks-mcp": { "lib/features/programs/a.ts": 'import "@modelcontextprotocol/server";' },
  "domain-knows-ports-only": {
    "service/domain/a.ts": 'import "../storage/sqlite/b.ts";',
    "service/storage/sqlite/b.ts": "",
  },
  "search-is-entered-by-its-top-files": {
    "service/endpoints/a.ts": 'import "../search/sqlite/b.ts";',
    "service/search/sqlite/b.ts": "",
  },
  "search-core-is-pure": { "service/search/core/a.ts": 'import "../sqlite/b.ts";', "service/search/sqlite/b.ts": "" },
  "search-knows-no-callers": {
    "service/search/worker/a.ts": 'import "../../endpoints/b.ts";',
    "service/endpoints/b.ts": "",
  },
  "drivers-of-the-service-in-storage": { "service/ingest/a.ts": 'import "better-sqlite3";' },
  "drivers-of-the-web-in-store": { "lib/owners/a.ts": 'import "better-sqlite3";' },
  "one-folder-speaks-s3": { "service/a.ts": 'import "@aws-sdk/client-s3";' },
  "kit-knows-no-program": { "lib/kit/a.ts": 'import "../log.ts";', "lib/log.ts": "" },
  "pricing-is-pure": { "lib/spending/pricing/a.ts": 'import "../engine/b.ts";', "lib/spending/engine/b.ts": "" },
  "spending-knows-ports-only": {
    "lib/spending/engine/a.ts": 'import "../adapters/b.ts";',
    "lib/spending/adapters/b.ts": "",
  },
  "library-only-reads": {
    "lib/spending/library/a.ts": 'import "../engine/purchase-runner.ts";',
    "lib/spending/engine/purchase-runner.ts": "",
  },
  "sockets-in-http-only": { "service/endpoints/a.ts": 'import "node:http";' },
  "features-are-entered-by-their-index": { "components/x/a.ts": 'import "../y/b.ts";', "components/y/b.ts": "" },
  "pages-enter-features-by-their-index": { "app/a.ts": 'import "../components/y/b.ts";', "components/y/b.ts": "" },
  "ui-knows-no-feature": { "components/ui/a.ts": 'import "../y/index.ts";', "components/y/index.ts": "" },
  "react-pdf-is-imported-in-one-file": { "components/x/a.ts": 'import "react-pdf";' },
  "no-cycles": { "lib/a.ts": 'import "./b.ts";', "lib/b.ts": 'import "./a.ts";' },
  "no-orphans": { "lib/a.ts": "export const a = 1;" },
  "tests-are-leaves": { "lib/a.ts": 'import "./b.test.ts";', "lib/b.test.ts": "" },
  "declared-dependencies": { "lib/a.ts": 'import "semver";' },
};

describe("the walls", () => {
  const rules = (config.forbidden ?? []).map((rule) => rule.name ?? "");

  it("have a deliberate violation each", () => {
    expect(Object.keys(violations).sort()).toEqual([...rules].sort());
  });

  it.each(rules)("%s is caught", async (rule) => {
    expect(await brokenRules(violations[rule] ?? {})).toContain(rule);
  });

  it("let a project pass that keeps them", async () => {
    const project = {
      "lib/contract/a.ts": 'import "zod";',
      "lib/text/a.ts": 'import "../contract/prices.ts";',
      "lib/contract/prices.ts": "",
    };
    expect(await brokenRules(project)).toEqual([]);
  });

  it("let the browser take the values of prices and vocabulary", async () => {
    const project = {
      "components/x/index.ts":
        'import { p } from "../../lib/contract/prices.ts"; import { v } from "../../lib/contract/vocabulary.ts"; p; v;',
      "lib/contract/prices.ts": "export const p = 1;",
      "lib/contract/vocabulary.ts": "export const v = 1;",
    };
    expect(await brokenRules(project)).toEqual([]);
  });
});

async function brokenRules(files: Record<string, string>): Promise<string[]> {
  const project = mkdtempSync(path.join(os.tmpdir(), "hiraku-walls-"));
  try {
    symlinkSync(path.join(root, "node_modules"), path.join(project, "node_modules"));
    const manifest = { ...JSON.parse(readFileSync(path.join(root, "package.json"), "utf8")), name: "project" };
    writeFileSync(path.join(project, "package.json"), JSON.stringify(manifest));
    writeFileSync(path.join(project, "tsconfig.json"), readFileSync(path.join(root, "tsconfig.json")));
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(path.dirname(path.join(project, file)), { recursive: true });
      writeFileSync(path.join(project, file), text);
    }
    const result = await cruise(
      Object.keys(files),
      {
        ...config.options,
        baseDir: project,
        validate: true,
        ruleSet: { forbidden: config.forbidden ?? [] },
      } as ICruiseOptions,
      { ...(config.options?.enhancedResolveOptions ?? {}) },
      { tsConfig: extractTSConfig(path.join(project, "tsconfig.json")) } as Parameters<typeof cruise>[3],
    );
    const { summary } = result.output as ICruiseResult;
    return [...new Set(summary.violations.map((violation) => violation.rule.name))];
  } finally {
    rmSync(project, { recursive: true, force: true });
  }
}
