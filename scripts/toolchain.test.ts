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
  readonly optional?: boolean;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
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

test("the lockfile has a checksum for all but other platforms' optional packages", () => {
  const without = Object.entries(lock.packages).filter(([name, entry]) => name !== "" && entry.integrity === undefined);
  const needed = without.filter(([, { optional, os, cpu }]) => optional !== true || (os ?? cpu) === undefined);
  expect(needed.map(([name]) => name)).toEqual([]);
  for (const name of Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies })) {
    expect(lock.packages[`node_modules/${name}`]?.integrity, name).toMatch(/^sha512-/);
  }
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
