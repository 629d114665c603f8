import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect, onTestFinished, test, vi } from "vitest";
import { z } from "zod";
import { lockFolder } from "../lib/kit/process/folder-lock.ts";
import { readLastBackup } from "../lib/kit/process/last-backup.ts";
import { isWellFormedKey } from "../service/domain/keys/api-key.ts";
import { commands } from "./commands.ts";
import { runHiraku } from "./testing/run-hiraku.ts";
import { createWebHalf, secret } from "./testing/web-half.ts";

// Each test starts several processes, which takes long on a busy machine.
vi.setConfig({ testTimeout: 180_000 });

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), "hiraku-cli-"));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

const hiraku = (data: string, ...args: string[]) => runHiraku({ HIRAKU_DATA: data }, ...args);

/** In a process of its own, as a shell runs it. */
function hirakuApart(data: string, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ["cli/main.ts", ...args], {
    encoding: "utf8",
    env: { ...process.env, HIRAKU_DATA: data },
  });
  return { code: status, out: stdout, err: stderr };
}

const Created = z.object({ key: z.string(), id: z.string() });
const createKey = async (data: string, ...args: string[]) =>
  Created.parse(JSON.parse((await hiraku(data, "keys", "create", "--json", ...args)).out));

test("every command has help that begins with how it is used", async () => {
  for (const [name, load] of Object.entries(commands)) {
    const command = await load();
    expect(command.name).toBe(name);
    expect(command.summary).toMatch(/^\S.{5,79}$/);
    expect(command.help.trim()).toMatch(new RegExp(`^Usage: hiraku ${name}`));
  }
  const data = folder();
  expect(await hiraku(data, "keys", "create", "--help")).toMatchObject({ code: 0, err: "" });
  expect((await hiraku(data, "--help")).out).toContain("ledger");
  expect(existsSync(join(data, "service.db"))).toBe(false);
});

test.each([
  [["frob"], 2, "there is no command 'frob'"],
  [["keys"], 2, "Say what to do"],
  [["keys", "create", "--frob"], 2, "--frob"],
  [["keys", "create", "--credits", "many"], 2, "--credits must be a whole number"],
  [["keys", "create", "extra"], 2, "'extra' is one word too many"],
  [["keys", "create", "--per-minute", "0"], 2, "--per-minute"],
  [["keys", "revoke"], 2, "by its id"],
  [["keys", "revoke", "key_none"], 1, "There is no key key_none"],
  [["keys", "grant", "key_none", "5"], 1, "There is no key key_none"],
  [["ledger"], 2, "ledger verify"],
  [["serve", "--port", "http"], 1, "HIRAKU_API_PORT"],
  [["backup"], 2, "Name the file"],
  [["backup", "x.zip"], 1, "There is no store"],
  [["backup", "x.zip", "--passphrase-file", "/nonexistent"], 1, "there is no such file"],
  [["backup", "x.zip", "--salvage", "--replace"], 2, "never writes over"],
  [["check"], 1, "There is no store"],
  [["secret"], 2, "Say rotate or list"],
  [["receipt-keys"], 2, "Say rotate or list"],
  [["receipt-keys", "rotate"], 1, "There is no store of the web app"],
  [["secret", "rotate"], 1, "There is no store of the web app"],
  [["restore", "/nonexistent"], 1, "There is no file"],
])("%j exits with %i and one line that says '%s'", async (args, code, text) => {
  const result = await hiraku(folder(), ...args);
  expect(result).toMatchObject({ code, out: "" });
  expect(result.err).toContain(text);
  expect(result.err.trim().split("\n")).toHaveLength(1);
});

test("a key is shown once, with the defaults of the design, and only its hash is kept", async () => {
  const data = folder();
  const { key, id } = await createKey(data);
  expect(isWellFormedKey(key)).toBe(true);
  const [listed] = z.array(z.looseObject({})).parse(JSON.parse((await hiraku(data, "keys", "list", "--json")).out));
  expect(listed).toMatchObject({
    id,
    per_minute: 600,
    per_day: 100_000,
    credits: null,
    entitled: true,
    revoked_at: null,
  });
  for (const file of ["service.db", "service.db-wal"]) {
    if (existsSync(join(data, file))) expect(readFileSync(join(data, file)).includes(key)).toBe(false);
  }
  expect(statSync(data).mode & 0o777).toBe(0o700);
});

if (process.getuid?.() === 0) {
  test("root leaves the store of another user alone", async () => {
    const data = folder();
    await createKey(data);
    chownSync(join(data, "service.db"), 4_711, 4_711);
    const result = await hiraku(data, "keys", "list");
    expect(result).toMatchObject({ code: 1, out: "" });
    expect(result.err).toContain("belongs to user 4711; run this as that user");
  });
}

test("a grant raises a limited balance, and an unlimited key refuses it", async () => {
  const data = folder();
  const limited = await createKey(data, "--credits", "5");
  expect(JSON.parse((await hiraku(data, "keys", "grant", limited.id, "7", "--json")).out)).toMatchObject({
    granted: 12,
    balance: 12,
  });
  const unlimited = await createKey(data);
  expect((await hiraku(data, "keys", "grant", unlimited.id, "7")).code).toBe(1);
  expect((await hiraku(data, "ledger", "verify")).code).toBe(0);
});

async function serve(data: string, ...args: string[]) {
  const child = spawn(process.execPath, ["cli/main.ts", "serve", "--port", "0", ...args], {
    env: { ...process.env, HIRAKU_DATA: data },
    stdio: ["pipe", "pipe", "pipe"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  child.stdout.resume();
  const [line] = await once(createInterface(child.stderr), "line");
  const url = /http:\S+/.exec(String(line))?.[0] ?? "";
  const ended = once(child, "exit");
  return {
    child,
    url,
    ended,
    ask: (key: string) => fetch(`${url}/v1/issuers/search?q=a`, { headers: { Authorization: `Bearer ${key}` } }),
  };
}

test("keys made, funded and revoked beside a running service count with its next request", async () => {
  const data = folder();
  const service = await serve(data);
  const { key, id } = await createKey(data, "--credits", "1");
  const first = await service.ask(key);
  expect(first.headers.get("x-quota-compute-remaining")).toBe("1");
  expect(await hiraku(data, "keys", "grant", id, "4")).toMatchObject({ code: 0 });
  expect((await service.ask(key)).headers.get("x-quota-compute-remaining")).toBe("5");
  expect(await hiraku(data, "keys", "revoke", id)).toMatchObject({ code: 0 });
  expect((await service.ask(key)).status).toBe(401);
  expect((await hiraku(data, "ledger", "verify")).code).toBe(0);
});

test("a folder is served by one process", async () => {
  const data = folder();
  await serve(data);
  const second = hirakuApart(data, "serve", "--port", "0");
  expect(second).toMatchObject({ code: 1 });
  expect(second.err).toContain("being served by another process");
});

test("a port in use ends the start at once, in one line", async () => {
  const { url } = await serve(folder());
  const port = new URL(url).port;
  const second = hirakuApart(folder(), "serve", "--port", port);
  expect(second.code).toBe(1);
  expect(second.err.trim().split("\n")).toEqual([expect.stringContaining(`EADDRINUSE`)]);
});

test("metrics are served on a port of their own, and nowhere else", async () => {
  const data = folder();
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const address = probe.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  probe.close();
  process.env["HIRAKU_METRICS_PORT"] = String(port);
  onTestFinished(() => void delete process.env["HIRAKU_METRICS_PORT"]);
  const { url } = await serve(data);
  expect(await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()).toContain("hiraku_requests_total");
  expect((await fetch(`${url}/metrics`)).status).toBe(401);
});

test.each(["SIGTERM", "SIGINT"] as const)(
  "%s ends the service with exit code 0 and leaves no open log",
  async (signal) => {
    const data = folder();
    const service = await serve(data);
    service.child.kill(signal);
    expect(await service.ended).toEqual([0, null]);
    expect(existsSync(join(data, "service.db-wal"))).toBe(false);
  },
);

test("with --exit-with-stdin the service ends when its supervisor is gone", async () => {
  const service = await serve(folder(), "--exit-with-stdin");
  service.child.stdin.end();
  expect(await service.ended).toEqual([0, null]);
});

test("a backup made beside a running service restores to the same keys and balances, and nothing else does", async () => {
  const data = folder();
  const { key } = await createKey(data, "--credits", "9");
  const service = await serve(data);
  expect((await service.ask(key)).status).toBe(200);
  const file = join(folder(), "copy.zip");
  expect(await readLastBackup(data)).toBeUndefined();
  expect((await hiraku(data, "backup", file)).code).toBe(0);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const recorded = await readLastBackup(data);
  expect(recorded).toMatchObject({ file, halves: ["service"], bytes: statSync(file).size });
  expect((await hiraku(data, "backup", file)).err).toContain("exists already");
  expect(await readLastBackup(data)).toEqual(recorded);
  expect((await hiraku(data, "backup", file, "--replace")).out).toContain(`in ${file}.secrets`);
  expect(statSync(`${file}.secrets`).mode & 0o777).toBe(0o600);

  const other = join(folder(), "restored");
  expect((await hiraku(other, "restore", file)).code).toBe(0);
  expect((await hiraku(other, "keys", "list", "--json")).out).toBe((await hiraku(data, "keys", "list", "--json")).out);
  expect(readFileSync(join(other, "service-secret"))).toEqual(readFileSync(join(data, "service-secret")));
  expect((await hiraku(other, "restore", file)).err).toContain("is not empty");
  expect((await hiraku(data, "restore", file, "--replace")).err).toContain("being served");
  expect(await hiraku(data, "check")).toMatchObject({ code: 0, err: "" });
  expect(JSON.parse((await hiraku(other, "check", "--json")).out)).toMatchObject({ ok: true });

  const damaged = join(folder(), "damaged.zip");
  writeFileSync(damaged, readFileSync(file).subarray(0, 2_000));
  expect((await hiraku(join(folder(), "x"), "restore", damaged)).code).toBe(1);
});

test("a backup that finds no room on the disk ends in one line and leaves an older one as it was", async () => {
  const data = folder();
  await createKey(data);
  const place = folder();
  const file = join(place, "copy.zip");
  expect((await hiraku(data, "backup", file)).code).toBe(0);
  const before = readFileSync(file);
  // Like a full disk, a limit on file sizes refuses the bytes and not the opening.
  const args = ["cli/main.ts", "backup", file, "--replace", "--data", data];
  const result = spawnSync("sh", ["-c", 'ulimit -f 16; exec "$@"', "sh", process.execPath, ...args], {
    encoding: "utf8",
  });
  expect(result.status).toBe(1);
  expect(result.stderr).toMatch(/no space left|larger than the disk allows|reports an error/);
  expect(result.stderr.trim().split("\n")).toHaveLength(1);
  expect(readFileSync(file)).toEqual(before);
  expect(readdirSync(place).sort()).toEqual(["copy.zip", "copy.zip.secrets"]);
});

test("a rotated secret comes first, the older one stays, and what was sealed opens under the new one alone", async () => {
  const data = folder();
  await (await createWebHalf(data)).close();
  expect((await hiraku(data, "secret", "rotate", "--json")).out).toContain('"secrets":2,"resealed":1,"unopened":0');
  const [first, second] = readFileSync(join(data, "web-secret"), "utf8").split("\n");
  expect(second).toBe(secret);
  expect(first).not.toBe(secret);
  expect(statSync(join(data, "web-secret")).mode & 0o777).toBe(0o600);
  const rows = z
    .array(z.object({ sealed: z.number() }))
    .parse(JSON.parse((await hiraku(data, "secret", "list", "--json")).out));
  expect(rows.map(({ sealed }) => sealed)).toEqual([1, 0]);
  expect((await hiraku(data, "check")).code).toBe(0);
  const lock = lockFolder(data, "web.lock");
  expect((await hiraku(data, "secret", "rotate")).err).toContain("The web app is running");
  lock?.release();
});

test("a rotated key for receipts comes first, and the older one stays", async () => {
  const data = folder();
  expect(await hiraku(data, "receipt-keys", "rotate")).toMatchObject({ code: 1 });
  expect(existsSync(join(data, "receipt-keys"))).toBe(false);
  await (await createWebHalf(data)).close();
  const read = async (action: string) =>
    z
      .array(z.object({ kid: z.string() }))
      .parse(JSON.parse((await hiraku(data, "receipt-keys", action, "--json")).out));
  const [first] = await read("list");
  const rotated = await read("rotate");
  expect(rotated).toHaveLength(2);
  expect(rotated[1]).toEqual(first);
  expect((await hiraku(data, "receipt-keys", "list")).out).toMatch(
    /^[\w-]{12} {2}SHA256:[\w-]{43} {2}made .*\n[\w-]{12} /,
  );
  expect((await hiraku(data, "receipt-keys", "list")).out).not.toContain("private");
  expect(statSync(join(data, "receipt-keys")).mode & 0o777).toBe(0o600);
});

test("the OpenAPI document that is printed is the one that is committed", () => {
  expect(hirakuApart(folder(), "openapi").out).toBe(readFileSync("openapi.json", "utf8"));
});
