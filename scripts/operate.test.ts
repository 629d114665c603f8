import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { halves } from "../cli/archive/layout.ts";
import { settingsTable } from "../lib/kit/settings/settings.ts";

const root = path.resolve(import.meta.dirname, "..");
const read = (file: string) => readFileSync(path.join(root, file), "utf8");
const appendix = read("docs/operate-reference.md");
const guide = read("docs/operate.md") + appendix;
const sources = execFileSync(
  "git",
  ["ls-files", "--cached", "--others", "--exclude-standard", "lib", "service", "app"],
  {
    cwd: root,
    encoding: "utf8",
  },
)
  .split("\n")
  .filter((file) => /\.ts$/.test(file) && !/test\.ts$|\/testing\//.test(file));

describe("the guide for operators", () => {
  it("names figures that there are, and all that the service tells of what it keeps", () => {
    const told = sources.flatMap((file) => read(file).match(/(?<=")hiraku_[a-z_]+(?=")/g) ?? []);
    const named = [...guide.matchAll(/`(hiraku_[a-z_]+)/g)].map(([, name]) => name ?? "");
    expect(named.filter((name) => !told.includes(name))).toEqual([]);
    const ofWhatIsKept = told.filter((name) => /_bytes$|_waiting$|^hiraku_kept_/.test(name));
    expect(ofWhatIsKept.filter((name) => !named.includes(name))).toEqual([]);
  });

  it("names settings that there are", () => {
    const known = settingsTable.map(({ name }) => name);
    const named = guide.match(/HIRAKU_[A-Z_]+/g) ?? [];
    expect(named.filter((name) => !known.includes(name))).toEqual([]);
  });

  it("names commands that there are", () => {
    const named = [...guide.matchAll(/(?<![/\w])hiraku ([a-z][a-z-]*)/g)].map(([, name]) => name ?? "");
    const commands = read("cli/commands.ts");
    expect(
      named.filter((name) => ![`${name}: () =>`, `"${name}": () =>`].some((row) => commands.includes(row))),
    ).toEqual([]);
  });

  it("says what each file of a data folder costs when it is lost", () => {
    const lost = appendix.slice(appendix.indexOf("## Files"), appendix.indexOf("## Limits"));
    const inCode = sources.flatMap(
      (file) => read(file).match(/(?<=")(?:web|service)(?:-secret|\.lock|\.db)(?=")/g) ?? [],
    );
    const known = [...new Set(inCode), ...halves.flatMap(({ database, lock, files }) => [database, lock, ...files])];
    expect(known.filter((name) => !lost.includes(`\`${name}`))).toEqual([]);
  });

  it("links files that there are, and leaves none of its files out", () => {
    const linked = [...guide.matchAll(/\]\(operate\/([^)]+)\)/g)].map(([, name]) => name ?? "");
    expect(linked.filter((name) => !existsSync(path.join(root, "docs/operate", name)))).toEqual([]);
    const besides = ["Containerfile.dockerignore", "Containerfile.service.dockerignore", "hiraku-backup.service"];
    expect(readdirSync(path.join(root, "docs/operate")).sort()).toEqual([...new Set([...linked, ...besides])].sort());
  });

  it("leaves compression to the app, which knows the pages that hold secrets", () => {
    for (const name of ["nginx.conf", "Caddyfile"]) {
      const example = read(`docs/operate/${name}`);
      const directives = example.split("\n").filter((line) => !line.trimStart().startsWith("#"));
      expect(directives.filter((line) => /^\s*(?:encode|gzip|gzip_\w+|brotli)\s(?!off)/.test(line))).toEqual([]);
    }
  });

  it("stops a program later than the longest time-out of a paid call, in units, containers and proxies alike", () => {
    const seconds = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, value]) => Number(value));
    const stops = [
      ...["hiraku-service", "hiraku-web"].flatMap((name) =>
        seconds(read(`docs/operate/${name}.service`), /^TimeoutStopSec=(\d+)/gm),
      ),
      ...seconds(read("docs/operate/compose.yaml"), /stop_grace_period: (\d+)s/g),
    ];
    expect(stops).toEqual([90, 90, 90]);
    const waits = [
      ...seconds(read("docs/operate/nginx.conf"), /proxy_read_timeout (\d+)s/g),
      ...seconds(read("docs/operate/Caddyfile"), /response_header_timeout (\d+)s/g),
    ];
    expect(waits).toEqual([180, 120, 180, 120]);
  });
});
