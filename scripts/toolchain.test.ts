import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { projectEnv } from "./toolchain.mjs";

const root = path.resolve(import.meta.dirname, "..");
const read = (file: string) => readFileSync(path.join(root, file), "utf8");

interface Entry {
  readonly version?: string;
  readonly integrity?: string;
  readonly inBundle?: boolean;
  readonly hasInstallScript?: boolean;
  readonly bin?: Readonly<Record<string, string>>;
  readonly engines?: Readonly<Record<string, string>>;
}

const manifest: {
  engines: { node: string };
  dependencies: Record<string, string>;
  optionalDependencies: Record<string, string>;
  scripts: Record<string, string>;
} = JSON.parse(read("package.json"));
const lock: { packages: Record<string, Entry> } = JSON.parse(read("package-lock.json"));

test("what runs before the project's own Node is there has at most 300 lines, and only built-ins", () => {
  const early = readdirSync(path.join(root, "scripts")).filter((name) => name.endsWith(".mjs"));
  expect(early).toContain("toolchain.mjs");
  const texts = early.map((name) => read(`scripts/${name}`));
  expect(texts.join("").split("\n").length).toBeLessThanOrEqual(300);
  for (const [, from = ""] of texts.join("").matchAll(/^import .* from "(.+)";$/gm)) {
    expect(from === "./toolchain.mjs" || from.startsWith("node:"), from).toBe(true);
  }
});

test("the README, package.json and the launcher name the same oldest Node", () => {
  expect(manifest.engines.node).toMatch(/^>=\d+\.\d+$/);
  expect(read("scripts/toolchain.mjs")).toContain("manifest().engines.node");
  expect(read("README.md")).toContain(`Node ${manifest.engines.node.slice(2)}`);
});

test("one version of Node for every platform", () => {
  const nodes = Object.entries(manifest.optionalDependencies).filter(([name]) => /^node-/.test(name));
  expect(nodes.length).toBeGreaterThan(3);
  expect(new Set(nodes.map(([, version]) => version)).size).toBe(1);
});

test("every entry of the lockfile has its checksum, those of other platforms too", () => {
  // What is bundled comes inside another package, which has one.
  const own = Object.entries(lock.packages).filter(([name, { inBundle }]) => name !== "" && inBundle !== true);
  expect(own.length).toBeGreaterThan(800);
  expect(own.filter(([, { integrity }]) => integrity?.startsWith("sha512-") !== true).map(([name]) => name)).toEqual(
    [],
  );
});

test("no package's install script is run", () => {
  expect(read(".npmrc")).toContain("ignore-scripts=true\n");
  expect(read("scripts/toolchain.mjs")).toContain('"--ignore-scripts"');
  // It only reports who installs it. Another one is looked at before it comes in.
  const withOne = Object.entries(lock.packages).filter(([, { hasInstallScript }]) => hasInstallScript === true);
  expect(withOne.map(([name]) => name)).toEqual(["node_modules/@scarf/scarf"]);
});

test("npm passes signals to the program and not to a shell before it", () => {
  for (const name of ["start", "dev", "test"])
    expect(manifest.scripts[name]).toMatch(/^exec node scripts\/[a-z]+\.mjs/);
});

test("a program is compiled once, and its next start does without the compiler", () => {
  const cache = mkdtempSync(path.join(tmpdir(), "hiraku-compiled-"));
  onTestFinished(() => rmSync(cache, { recursive: true }));
  const start = () =>
    spawnSync(process.execPath, ["cli/main.ts", "--version"], {
      cwd: root,
      env: projectEnv({ NODE_COMPILE_CACHE: cache, NODE_DEBUG_NATIVE: "COMPILE_CACHE" }),
      encoding: "utf8",
    });
  const kept = /transpile cache for StrippedTypeScript \S*commands\.ts\.\.\.success/;
  expect(start().stderr).not.toMatch(kept);
  expect(start().stderr).toMatch(kept);
});
