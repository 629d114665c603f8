import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { endpointNames } from "../lib/contract/endpoints.ts";
import { ensurePythonPackages } from "./python-packages.ts";
import { root } from "./toolchain.mjs";

/** A generator of clients that many use, on the document as it is committed. */
const folder = mkdtempSync(path.join(tmpdir(), "hiraku-generated-"));
const python = (...args: readonly string[]) =>
  execFileSync("python3", args, {
    cwd: folder,
    encoding: "utf8",
    env: { ...process.env, PYTHONPATH: `${ensurePythonPackages("openapi-python-client")}${path.delimiter}${folder}` },
  });

beforeAll(() => {
  ensurePythonPackages("openapi-python-client");
}, 300_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("openapi-python-client makes a client with every endpoint of openapi.json, and it loads", () => {
  // The generator knows no images; the settings are those of docs/api.md.
  const settings = { content_type_overrides: { "image/jpeg": "application/octet-stream" }, post_hooks: [] };
  writeFileSync(path.join(folder, "settings.json"), JSON.stringify(settings));
  const generate = ["-m", "openapi_python_client", "generate", "--meta", "none", "--config", "settings.json"];
  const output = python(...generate, "--path", path.join(root, "openapi.json"), "--output-path", "generated");
  expect(output).not.toMatch(/warning|error/i);
  const program = `
import importlib, pkgutil, generated.api
found = [m.name for m in pkgutil.walk_packages(generated.api.__path__, "generated.api.") if not m.ispkg]
for name in found: importlib.import_module(name)
print(" ".join(sorted(name.split(".")[-1].replace("_", "") for name in found)))
`;
  const made = python("-c", program).trim().split(" ");
  expect(made).toEqual(endpointNames.map((name) => name.toLowerCase()).toSorted());
}, 120_000);
