import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { isAllowedHost } from "../lib/kit/hosts.ts";
import { settingsTable } from "../lib/kit/settings/settings.ts";
import { isLocalCaller, setPeerHeaders } from "../lib/owners/peer-address.ts";
import { readSettings } from "../lib/settings.ts";
import { ensurePythonPackages } from "./python-packages.ts";
import { root } from "./toolchain.mjs";

const folder = path.join(root, "docs", "operate");
const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => /\.\w+$|file$/.test(name));
const read = (name: string) => readFileSync(path.join(folder, name), "utf8");
const named = (pattern: RegExp) => files.filter((name) => pattern.test(name)).map((name) => path.join(folder, name));

let packages = "";
beforeAll(() => {
  packages = ensurePythonPackages("operate-linters");
}, 180_000);

/** What a linter of the Python package index says of these files. */
function linted(linter: "hadolint" | "compose-lint" | "kubernetes-validate", args: readonly string[]) {
  const program = path.join(packages, "bin", linter);
  const [command, ...first] = linter === "hadolint" ? [program] : ["python3", program];
  const { status, stdout, stderr } = spawnSync(command ?? "", [...first, ...args], {
    encoding: "utf8",
    env: { ...process.env, PYTHONPATH: packages },
  });
  return { status, said: `${stdout}${stderr}` };
}

function changed(name: string, from: string, to: string): string {
  const made = mkdtempSync(path.join(os.tmpdir(), "hiraku-operate-"));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  const file = path.join(made, path.basename(name));
  expect(read(name)).toContain(from);
  writeFileSync(file, read(name).replace(from, to));
  return file;
}

describe("the files for operators", () => {
  it("set what is a setting, and name versions of images", () => {
    const known = new Set(settingsTable.map(({ name }) => name));
    const faults = files.flatMap((name) => [
      ...(read(name).match(/HIRAKU_[A-Z_]+/g) ?? [])
        .filter((setting) => !known.has(setting))
        .map((it) => `${name}: ${it}`),
      ...[...read(name).matchAll(/^\s*(?:image:|FROM)\s+(\S+)/gm)]
        .map(([, image = ""]) => image)
        .filter((image) => !/:[^:]*\d/.test(image) || image.endsWith(":latest"))
        .map((image) => `${name}: ${image}`),
    ]);
    expect(faults).toEqual([]);
  });

  it("are container files that hadolint passes", () => {
    const found = named(/Containerfile(?:\.service)?$/);
    expect(found).toHaveLength(2);
    expect(linted("hadolint", found)).toEqual({ status: 0, said: "" });
    expect(linted("hadolint", [changed("Containerfile", "node:24-bookworm-slim AS", "node AS")]).status).toBe(1);
  });

  it("are compose files in which compose-lint finds nothing grave", () => {
    const found = named(/compose[\w-]*\.yaml$/);
    expect(found).toHaveLength(2);
    const { status, said } = linted("compose-lint", ["--fail-on", "high", ...found]);
    expect(status, said).toBe(0);
    const open = changed("compose.yaml", "read_only: true", "privileged: true");
    expect(linted("compose-lint", ["--fail-on", "high", open]).status).toBe(1);
  });

  it("are manifests that Kubernetes' own schemas allow", () => {
    const found = named(/kubernetes\/.*\.yaml$/);
    const { status, said } = linted("kubernetes-validate", ["--strict", ...found]);
    expect(status, said).toBe(0);
    const kinds = [...said.matchAll(/passed for resource (\w+)\//g)].map(([, kind]) => kind ?? "");
    expect(new Set(kinds)).toEqual(
      new Set(["deployment", "service", "poddisruptionbudget", "horizontalpodautoscaler", "ingress", "secret"]),
    );
    const wrong = changed("kubernetes/service.yaml", "replicas: 2", "replicas: two");
    expect(linted("kubernetes-validate", ["--strict", wrong]).status).not.toBe(0);
    const unknown = changed("kubernetes/service.yaml", "replicas: 2", "replica: 2");
    expect(linted("kubernetes-validate", ["--strict", unknown]).status).not.toBe(0);
  });

  it("follow EDINET in each way of running it, with the same limits, and give its key to no other program", () => {
    const following = files.filter((name) => /cli\/main\.ts"?,? "?ingest"?,? "?watch/.test(read(name)));
    expect(following.sort()).toEqual([
      "compose-engines.yaml",
      "compose.yaml",
      "hiraku-ingest.service",
      "kubernetes/ingest.yaml",
    ]);
    for (const name of following) {
      const programs = read(name).split(/^(?:x-|services:$| {2}[\w-]+:$)/m);
      const own = programs.filter(
        (program) => program.includes("ingest watch") || program.includes('"ingest", "watch"'),
      );
      expect([name, own.length]).toEqual([name, 1]);
      expect(own[0]).toMatch(/--max-old-space-size=512[^]*\b(?:mem_limit: 2g|MemoryMax=2G|memory: 2Gi)\b/);
      const others = programs.filter((program) => !own.includes(program)).join("");
      expect(others.replaceAll(/^\s*#.*$/gm, "")).not.toContain("HIRAKU_EDINET_KEY");
    }
    for (const name of ["service", "web"]) expect(read(`kubernetes/${name}.yaml`)).not.toMatch(/EDINET|hiraku-ingest/);
  });

  it("answer nothing under any other name, in each proxy at every port that it listens at", () => {
    for (const name of ["nginx.conf", "nginx-engines.conf"]) {
      const servers = read(name)
        .split(/^server \{$/m)
        .slice(1);
      const portsOf = (server: string) => [...server.matchAll(/listen (\d+)/g)].map(([, port]) => port);
      const silent = servers.filter((server) => server.includes("default_server"));
      expect(silent.flatMap(portsOf).sort()).toEqual([...new Set(servers.flatMap(portsOf))].sort());
      for (const server of silent) expect(server).toMatch(/return 444;\s*\}/);
      for (const server of silent) expect(server).not.toContain("proxy_pass");
      const named = servers.filter((server) => !silent.includes(server));
      expect(named.filter((server) => !/server_name [a-z]/.test(server))).toEqual([]);
    }
    for (const port of [":80", ":443"]) expect(read("Caddyfile")).toContain(`\n${port} {\n\tabort\n}\n`);
  });

  it("open the web app of the compose file as it is shipped, at this machine's name, and offer no demo key", async () => {
    const web = /^ {2}web:\n([^]*?)^\S/m.exec(read("compose.yaml"))?.[1] ?? "";
    const inContainer = [...read("Containerfile").matchAll(/(HIRAKU_\w+)=(\S+)/g)];
    const inCompose = [...web.matchAll(/^ {6}([A-Z_]+): "?(?:\$\{\w+:-([^}]*)\}|([^"\n]*))"?$/gm)];
    const shipped = Object.fromEntries(
      [...inContainer, ...inCompose].map(([, name = "", unset, value]) => [name, unset ?? value ?? ""]),
    );
    expect(shipped).toMatchObject({ PORT: "3000", HIRAKU_PUBLIC_URL: "", HIRAKU_TRUST_PROXY: "off" });
    const settings = readSettings(shipped);
    expect(web).toContain(`- "127.0.0.1:3000:${settings.port}"`);
    expect(settings.host).toBe("0.0.0.0");
    // A browser of this machine comes to the container from its network's gateway.
    const headers: Record<string, string | undefined> = { host: "localhost:3000" };
    setPeerHeaders(headers, "172.18.0.1", settings.trustProxy);
    const asked = { get: (name: string) => headers[name] ?? null };
    const isLocal = isLocalCaller(asked);
    expect(isAllowedHost("localhost:3000", { publicOrigin: settings.publicOrigin, isLocal })).toBe(true);
    expect(isLocal).toBe(false);
    const behindProxy = readSettings({ ...shipped, HIRAKU_PUBLIC_URL: "https://hiraku.example" });
    const { publicOrigin } = behindProxy;
    expect(isAllowedHost("localhost:3000", { publicOrigin, isLocal })).toBe(false);
    expect(isAllowedHost("hiraku.example", { publicOrigin, isLocal })).toBe(true);
  });

  it("pass answers on as they come, and never repeat a paid call", () => {
    for (const name of ["nginx.conf", "nginx-engines.conf"]) {
      const places = [...read(name).matchAll(/location (\S+) \{([^}]+)\}/g)];
      for (const [, place = "", rules = ""] of places.filter(([, each]) => each !== "/health/")) {
        // Of the web apps one that refuses a connection is passed over; what was sent is repeated for a GET alone.
        const spendsNothing = name === "nginx-engines.conf" && rules.includes("http://hiraku_web");
        const found = [
          "proxy_buffering off",
          spendsNothing ? "proxy_next_upstream error" : "proxy_next_upstream off",
          "X-Forwarded-For $remote_addr",
          "Host $http_host",
        ];
        expect(rules).not.toMatch(/non_idempotent|proxy_next_upstream [^;]*timeout/);
        expect([name, place, found.filter((rule) => !rules.includes(rule))]).toEqual([name, place, []]);
      }
      expect(places.length).toBeGreaterThan(1);
    }
  });
});
