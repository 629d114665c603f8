import { execFile, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { type EndpointInput, endpointNames } from "../../lib/contract/endpoints.ts";
import { isProblemCode } from "../../lib/contract/problems.ts";
import { readFigures } from "../../lib/evidence/figures/reading/read-figures.ts";
import { makeReport } from "../../lib/evidence/figures/testing/make-package.ts";
import { type Attempt, judge } from "../../lib/kit/retry/verdict.ts";
import { pythonModels, pythonModelsFile } from "../../scripts/python-models.ts";
import { ensurePythonPackages } from "../../scripts/python-packages.ts";
import { conformanceCases } from "../../service/testing/conformance-cases.ts";
import { createHarness } from "../../service/testing/harness.ts";
import { listening } from "../../service/testing/sockets.ts";
import type { Answer } from "../../service/testing/test-client.ts";

/** The package as somebody has it who installs it: the built wheel, without the repository around it. */

const here = import.meta.dirname;
const folder = mkdtempSync(path.join(tmpdir(), "hiraku-python-"));
const installed = path.join(folder, "installed");
const packages = packagesOrNot();

function packagesOrNot(): string | undefined {
  try {
    return ensurePythonPackages("python-client");
  } catch (error) {
    if (process.env["CI"]) throw error;
    process.stderr.write(`The Python client is not tested here: ${String(error)}\n`);
    return undefined;
  }
}

beforeAll(() => {
  if (packages === undefined) return;
  const source = path.join(folder, "source");
  cpSync(here, source, { recursive: true });
  const pip = (...args: readonly string[]) =>
    execFileSync("python3", ["-m", "pip", "--disable-pip-version-check", ...args, "--quiet", "--no-deps"], {
      env: { ...process.env, PYTHONPATH: packages },
      stdio: ["ignore", "ignore", "pipe"],
    });
  pip("wheel", "--no-build-isolation", "--wheel-dir", folder, source);
  const wheel = readdirSync(folder).find((each) => each.endsWith(".whl")) ?? "";
  pip("install", "--no-index", "--root-user-action=ignore", "--target", installed, path.join(folder, wheel));
}, 120_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("its models are those of openapi.json", () => {
  expect(readFileSync(pythonModelsFile, "utf8"), "run: node scripts/python-models.ts").toBe(pythonModels());
});

test("its version is that of the client for JavaScript", () => {
  const { version } = JSON.parse(readFileSync(path.join(here, "../client/package.json"), "utf8")) as {
    version: string;
  };
  expect(readFileSync(path.join(here, "pyproject.toml"), "utf8")).toContain(`\nversion = "${version}"\n`);
});

/** Compiled once: the packages take three seconds to compile, and several programs load them. */
const python = { PYTHONPATH: [installed, packages].join(path.delimiter), PYTHONDONTWRITEBYTECODE: "" };

async function meetsTheCases() {
  const harness = await createHarness();
  const { url } = await listening(harness);
  const { key, id } = await harness.newKey({ credits: 1_000 });
  writeFileSync(
    path.join(folder, "cases.json"),
    JSON.stringify({ url, key, ...(await recorded()), verdicts: verdicts(), facts: await readFacts() }),
  );
  cpSync(path.join(here, "tests"), path.join(folder, "tests"), { recursive: true });
  cpSync(path.join(here, "../contract-cases.json"), path.join(folder, "contract-cases.json"));
  const readme = readFileSync(path.join(here, "README.md"), "utf8");
  const programs = [...readme.matchAll(/```python\n([\s\S]*?)```/g)].map((match) => match[1] ?? "");
  writeFileSync(path.join(folder, "program.py"), programs.join("\n"));
  const env = {
    ...process.env,
    ...python,
    ...{ BASE_URL: url, API_KEY: key, CODE: "9A01" },
  };
  const run = promisify(execFile);
  const { stdout } = await run("python3", ["-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/test_contract.py"], {
    cwd: folder,
    env,
  }).catch((error: { stdout?: string }) => ({ stdout: error.stdout ?? String(error) }));
  expect(stdout).toMatch(/\n\d+ passed in/);
  const before = (await harness.keyState(id)).credits?.balance ?? 0;
  const program = await run("python3", ["program.py"], { cwd: folder, env });
  const spent = Number(/charged (\d+)/.exec(program.stdout)?.[1]);
  expect(spent).toBeGreaterThan(0);
  expect((await harness.keyState(id)).credits?.balance).toBe(before - spent);
}

if (packages !== undefined) test("meets the contract's cases against a service", meetsTheCases, 120_000);

/** A package, and its figures as the web app reads them. */
async function readFacts() {
  const zip = makeReport();
  const { facts, elements, contexts } = await readFigures(zip);
  const rows = facts.map(({ element, context, value }) => [
    elements[element]?.name,
    contexts[context]?.start ?? null,
    contexts[context]?.end ?? null,
    value === null ? null : Number(value),
  ]);
  return { zip: zip.toString("base64"), rows };
}

/** A small sample market, always as of one day, so that the notebook prints the same in every run. */
async function openSampleMarket() {
  const root = path.join(here, "../..");
  const env = { ...process.env, HIRAKU_DATA: path.join(folder, "market"), HIRAKU_API_PORT: "0" };
  const hiraku = ["--import", path.join(root, "e2e/look/fixed-clock.mjs"), path.join(root, "cli/main.ts")];
  const run = (...args: readonly string[]) =>
    execFileSync(process.execPath, [...hiraku, ...args], { cwd: root, env, stdio: ["ignore", "pipe", "ignore"] });
  run("sample", "load", "--issuers", "2", "--years", "1", "--lengths", "short");
  const { key } = JSON.parse(run("keys", "create", "--name", "notebook", "--json").toString()) as { key: string };
  const served = spawn(process.execPath, [...hiraku, "serve", "--exit-with-stdin"], {
    ...{ cwd: root, env, stdio: ["pipe", "ignore", "pipe"] },
  });
  const [line] = (await once(createInterface(served.stderr), "line")) as [string];
  return { url: /http:\S+/.exec(line)?.[0] ?? "", key, close: () => served.kill("SIGKILL") };
}

async function notebookPrintsWhatIsSaved() {
  const { url, key, close } = await openSampleMarket();
  onTestFinished(() => void close());
  cpSync(path.join(here, "tests"), path.join(folder, "tests"), { recursive: true });
  cpSync(path.join(here, "notebook.ipynb"), path.join(folder, "notebook.ipynb"));
  const env = {
    ...process.env,
    ...python,
    ...{ BASE_URL: url, API_KEY: key, CODE: "999A" },
  };
  const run = promisify(execFile);
  const { stdout } = await run("python3", ["-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/test_notebook.py"], {
    ...{ cwd: folder, env },
  }).catch((error: { stdout?: string }) => ({ stdout: error.stdout ?? String(error) }));
  expect(stdout).toMatch(/\n1 passed in/);
}

if (packages !== undefined) test("the notebook prints what is saved in it", notebookPrintsWhatIsSaved, 120_000);

/** With its dependencies from the package index, which are not asked for on a developer's machine. */
function installsIntoNothing() {
  const wheel = readdirSync(folder).find((each) => each.endsWith(".whl")) ?? "";
  const empty = path.join(folder, "empty");
  const options = ["--disable-pip-version-check", "--quiet", "--root-user-action=ignore", "--target", empty];
  execFileSync("python3", ["-m", "pip", "install", ...options, path.join(folder, wheel)]);
  const program = "import hiraku_client, sys; print(hiraku_client.Client.__name__, 'pandas' in sys.modules)";
  // Without the packages of this machine.
  const said = execFileSync("python3", ["-S", "-c", program], {
    env: { ...process.env, PYTHONPATH: empty },
  });
  expect(said.toString()).toBe("Client False\n");
}

if (process.env["CI"]) test("the wheel installs into an empty environment", installsIntoNothing, 120_000);

/** Every row of the contract and every problem that it can give, as the service answers them. */
async function recorded() {
  const calls = [];
  const refusals = [];
  for (const name of endpointNames) {
    const { ok, problems } = conformanceCases[name];
    const { client } = await createHarness();
    const answer = await client.call(name, ok as EndpointInput<typeof name>);
    calls.push({ name, input: ok, charged: answer.charged, json: answer.json ?? null, bytes: bytesOf(answer) });
    for (const [code, provoke] of Object.entries(problems)) {
      const refusal = await provoke(await createHarness());
      const headers = Object.fromEntries(refusal.headers);
      refusals.push({ name, input: ok, code, status: refusal.status, headers, bytes: bytesOf(refusal) });
    }
  }
  return { calls, refusals };
}

const bytesOf = ({ bytes }: Answer) => Buffer.from(bytes).toString("base64");

/** The rules of repetition over every kind of attempt in all circumstances. */
function verdicts() {
  const codes = ["idempotency_in_progress", "quota_exceeded", "search_backend_timeout", "not_found", "internal_error"];
  const refused = [...codes, "rate_limit_exceeded", "service_busy", "unexpected_answer", "throttled"].flatMap((code) =>
    [404, 429, 500, 503].flatMap((status) =>
      [true, false].map((fromService) => ({ kind: "refused", code, status, fromService })),
    ),
  );
  const others = ["broken", "not_sent", "lost"].map((kind) => ({
    kind,
    code: "unreachable",
    status: 0,
    fromService: false,
  }));
  const flags = Array.from({ length: 64 }, (_, bits) => ({
    ...{ idempotent: (bits & 1) !== 0, ambiguousBefore: (bits & 2) !== 0, settled: (bits & 4) !== 0 },
    ...{ outOfCredits: (bits & 8) !== 0, attempt: bits & 16 ? 4 : 1, timeouts: bits & 32 ? 2 : 1, attemptsMax: 4 },
  }));
  expect(codes.every(isProblemCode)).toBe(true);
  return [...refused, ...others].flatMap(({ kind, code, status, fromService }) =>
    flags.map((at) => {
      const problem = { code, status };
      const attempt = { kind, problem, fromService, pauseMs: undefined } as Attempt<typeof problem>;
      const verdict = judge(attempt, at);
      return {
        kind,
        code,
        status,
        fromService,
        at,
        verdict: verdict.do === "again" && verdict.wait ? "wait" : verdict.do,
      };
    }),
  );
}
