import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import path from "node:path";

interface ProxiedSite {
  readonly host: string;
  readonly port: number;
  readonly folder: string;
}

/** Checks of the connection: compression, limits, plain HTTP, other host names. */
export async function checkThroughProxy(there: ProxiedSite): Promise<string[]> {
  return [compression(there), tooLarge(there), service(there)];
}

interface Answer {
  /** The connection or the stream ended before an answer came. */
  readonly cut: boolean;
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
}

function curl({ host, port }: ProxiedSite, name: string, target: string, ...args: readonly string[]): Answer {
  const resolve = ["--resolve", `${host}:${port}:127.0.0.1`, "--resolve", `api.${host}:${port}:127.0.0.1`];
  const result = spawnSync(
    "curl",
    ["-sk", "-D", "-", "-o", "/dev/null", ...resolve, ...args, `https://${name}:${port}${target}`],
    {
      encoding: "utf8",
    },
  );
  const lines = result.stdout.trim().split(/\r?\n/);
  const last = lines.findLastIndex((line) => line.startsWith("HTTP/"));
  const headers = lines.slice(last + 1).map((line) => line.split(/:\s*/, 2) as [string, string]);
  return {
    // curl: the send failed, the receive failed, or the stream was reset.
    cut: result.status === 55 || result.status === 56 || result.status === 92,
    status: Number(lines[last]?.split(" ")[1]),
    headers: new Map(headers.map(([header, value]) => [header.toLowerCase(), value])),
  };
}

function compression(there: ProxiedSite): string {
  const encodingOf = (target: string) => {
    const { status, headers } = curl(there, there.host, target, "-H", "Accept-Encoding: gzip");
    if (headers.get("strict-transport-security") === undefined) throw new Error(`${target}: HSTS is missing`);
    return `${status}, ${headers.get("content-encoding") ?? "not compressed"}`;
  };
  const page = encodingOf("/sign-in");
  if (page !== "200, not compressed") throw new Error(`the sign-in page, which holds a token, came as ${page}`);
  const [script] = /\/_next\/static\/[^"]+\.js/.exec(bodyOf(there, "/sign-in")) ?? [];
  if (script === undefined) throw new Error("the sign-in page names no script");
  const compressed = encodingOf(script);
  if (compressed !== "200, gzip") throw new Error(`a script came as ${compressed}`);
  return "scripts are compressed, a page with a token is not, both carry HSTS";
}

function bodyOf({ host, port }: ProxiedSite, target: string): string {
  const resolve = ["--resolve", `${host}:${port}:127.0.0.1`];
  return spawnSync("curl", ["-sk", ...resolve, `https://${host}:${port}${target}`], { encoding: "utf8" }).stdout;
}

/** The proxy refuses bodies larger than any form of the app, before they reach it. */
function tooLarge(there: ProxiedSite): string {
  const file = path.join(there.folder, "large");
  writeFileSync(file, Buffer.alloc(19_000_000));
  const answer = curl(there, there.host, "/api/purchases", "-X", "POST", "--data-binary", `@${file}`);
  if (answer.cut) return "a body of 19 MB is cut off";
  if (!(answer.status >= 400 && answer.status <= 499)) throw new Error(`a body of 19 MB was answered ${answer.status}`);
  return `a body of 19 MB is answered ${answer.status}`;
}

function service(there: ProxiedSite): string {
  const answer = curl(there, `api.${there.host}`, "/health/ready");
  if (answer.status !== 200) throw new Error(`the service's health was answered ${answer.status}`);
  const foreign = curl(there, there.host, "/sign-in", "-H", "Host: evil.example");
  // Caddy answers unknown host names with an empty 200.
  const isEmpty = foreign.headers.get("content-length") === "0";
  if (foreign.status === 200 && !isEmpty) throw new Error("a foreign name is answered with a page");
  const answered = isEmpty ? "with nothing" : foreign.status || "with an end of the connection";
  return `the service answers under its own name, and a foreign name is answered ${answered}`;
}
