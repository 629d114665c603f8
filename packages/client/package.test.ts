import { execFile, execFileSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { createHarness } from "../../service/testing/harness.ts";
import { listening } from "../../service/testing/sockets.ts";

/** The package as somebody has it who installs it: built, without the repository around it. */

const here = import.meta.dirname;
const root = path.resolve(here, "../..");
/** The compiler that checks the repository too: it is the fastest. */
const tsc = path.join(root, "node_modules/typescript-native/bin/tsc");
const project = mkdtempSync(path.join(tmpdir(), "hiraku-client-"));
const installed = path.join(project, "node_modules/hiraku-client");

beforeAll(() => {
  mkdirSync(installed, { recursive: true });
  const tarball = packedAfterAStart();
  execFileSync("tar", ["xzf", tarball, "-C", installed, "--strip-components=1"]);
  symlinkSync(path.join(root, "node_modules/zod"), path.join(project, "node_modules/zod"));
  writeFileSync(`${project}/package.json`, '{"type":"module"}');
});

/** `npm pack` beside nothing but the packages that `npm start` installs: those for development are not there. */
function packedAfterAStart(): string {
  const repository = path.join(project, "repository");
  for (const part of ["lib", "packages/client", "tsconfig.json", "package.json"])
    cpSync(path.join(root, part), path.join(repository, part), {
      recursive: true,
      filter: (from) => path.basename(from) !== "dist",
    });
  const Lock = z.object({ packages: z.record(z.string(), z.looseObject({ dev: z.boolean().optional() })) });
  const { packages } = Lock.parse(JSON.parse(readFileSync(path.join(root, "package-lock.json"), "utf8")));
  const bin = path.join(repository, "node_modules/.bin");
  mkdirSync(bin, { recursive: true });
  for (const [at, { dev }] of Object.entries(packages)) {
    const name = /^node_modules\/((?:@[^/]+\/)?[^/]+)$/.exec(at)?.[1];
    if (name === undefined || dev === true || !existsSync(path.join(root, at))) continue;
    mkdirSync(path.dirname(path.join(repository, at)), { recursive: true });
    symlinkSync(path.join(root, at), path.join(repository, at));
    const { bin: programs = {} } = Manifest.parse(
      JSON.parse(readFileSync(path.join(root, at, "package.json"), "utf8")),
    );
    if (typeof programs === "string") continue;
    for (const [command, file] of Object.entries(programs))
      if (!existsSync(path.join(bin, command))) symlinkSync(path.join("..", name, file), path.join(bin, command));
  }
  // Only its own packages: those of the repository around this test are not to be found.
  const PATH = (process.env["PATH"] ?? "")
    .split(path.delimiter)
    .filter((each) => !each.includes("node_modules"))
    .join(path.delimiter);
  execFileSync("npm", ["pack", "--silent", "--ignore-scripts=false", "--pack-destination", project], {
    cwd: path.join(repository, "packages/client"),
    env: { ...process.env, PATH },
  });
  // What was left would be read as source by the checks of the repository.
  expect(existsSync(path.join(repository, "packages/client/dist"))).toBe(false);
  const [tarball] = readdirSync(project).filter((each) => each.endsWith(".tgz"));
  rmSync(repository, { recursive: true });
  return path.join(project, tarball ?? "");
}

const Manifest = z.looseObject({ bin: z.union([z.string(), z.record(z.string(), z.string())]).optional() });

afterAll(() => rmSync(project, { recursive: true, force: true }));

test("needs nothing of Node, so that a browser can load it", () => {
  const modules = readdirSync(`${installed}/dist`, { recursive: true, encoding: "utf8" }).filter((each) =>
    each.endsWith(".js"),
  );
  expect(modules.length).toBeGreaterThan(10);
  for (const file of modules) {
    const text = readFileSync(path.join(installed, "dist", file), "utf8");
    expect(text, file).not.toMatch(/from "node:|require\(|\bprocess\.|\bBuffer\b/);
    const packages = [...text.matchAll(/from "([^./][^"]*)"/g)].map((match) => match[1]);
    expect(
      packages.filter((each) => each !== "zod"),
      file,
    ).toEqual([]);
  }
});

test("the program of its README runs against a service", async () => {
  const harness = await createHarness();
  const { url } = await listening(harness);
  const { key, id } = await harness.newKey({ credits: 100 });
  const readme = readFileSync(path.join(here, "README.md"), "utf8");
  const programs = [...readme.matchAll(/```js\n([\s\S]*?)```/g)].map((match) => match[1] ?? "");
  expect(programs.length).toBeGreaterThan(0);
  writeFileSync(`${project}/program.js`, programs.join("\n"));
  const env = { ...process.env, BASE_URL: url, API_KEY: key, CODE: "9A01" };
  const { stdout } = await promisify(execFile)(process.execPath, ["program.js"], { cwd: project, env });
  const lines = stdout.trim().split("\n");
  expect(lines.at(-1)).toMatch(/^charged \d+, \d+ characters$/);
  const spent = Number(/charged (\d+)/.exec(stdout)?.[1]);
  expect(spent).toBeGreaterThan(0);
  expect((await harness.keyState(id)).credits?.balance).toBe(100 - spent);
});

test("its types tell a free call from a paid one, and a problem from the others", () => {
  const program = (lines: string) => `import { createClient } from "hiraku-client";
const client = createClient({ baseUrl: "https://service.example", apiKey: "k" });
${lines}
`;
  const good = `const toc = await client.call("getToc", { document_id: "D1" });
if (toc.ok) { const title: string | null | undefined = toc.value.toc[0]?.title; console.log(title); }
else if (toc.problem.code === "content_not_available") console.log(toc.problem.content_status);
const page = await client.call("getPageImage", { document_id: "D1", page_number: 1 }, { maxCredits: 1 });
if (page.ok) console.log(page.value.bytes.byteLength, page.charged);
const [code, section]: string[] = ["7203", "s1"];
if (code !== undefined && section !== undefined) {
  await client.call("searchDocuments", { query: "q", security_codes: [code] }, { maxCredits: 1 });
  await client.call("getContent", { document_id: code, sections: [section] as const }, { maxCredits: 2 });
  await client.price("getOriginal", { document_id: code, original_id: section });
  for await (const each of client.pages("listNews", { security_codes: [code] }, { maxCredits: 1 })) if (!each.ok) break;
}
for await (const each of client.pages("listDocuments", { timeline_since: "2025-01-01" })) if (each.ok) console.log(each.value.documents.length);`;
  const bad = [
    'await client.call("getContent", { document_id: "D1" });',
    'await client.call("getToc", {});',
    'await client.call("noSuchCall", {});',
    'client.pages("getToc", { document_id: "D1" });',
    'await client.call("searchDocuments", { query: "q", match_type: "no such" }, { maxCredits: 1 });',
    'await client.call("searchDocuments", { query: "q", security_codes: [7203] }, { maxCredits: 1 });',
    'const a = await client.call("getToc", { document_id: "D1" }); a.value;',
    'const a = await client.call("getToc", { document_id: "D1" }); if (!a.ok && a.problem.code === "no_such_code") a;',
  ];
  const options = {
    strict: true,
    module: "nodenext",
    target: "es2024",
    lib: ["es2024", "dom", "dom.iterable"],
    noEmit: true,
    types: [],
  };
  writeFileSync(
    `${project}/tsconfig.json`,
    JSON.stringify({ compilerOptions: { ...options, skipLibCheck: true }, include: ["*.ts"] }),
  );
  writeFileSync(`${project}/good.ts`, program(good));
  for (const [at, lines] of bad.entries()) writeFileSync(`${project}/bad${at}.ts`, program(lines));
  const errors = typeErrors();
  expect(errors.filter((line) => line.startsWith("good.ts"))).toEqual([]);
  for (const [at, lines] of bad.entries()) {
    expect(
      errors.some((line) => line.startsWith(`bad${at}.ts`)),
      lines,
    ).toBe(true);
  }
});

function typeErrors(): string[] {
  try {
    return execFileSync(process.execPath, [tsc, "-p", project], { cwd: project, encoding: "utf8" }).split("\n");
  } catch (error) {
    return String((error as { stdout?: unknown }).stdout).split("\n");
  }
}
