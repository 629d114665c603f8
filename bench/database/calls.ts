import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline";
import { Agent, type Dispatcher } from "undici";

const program = path.join(import.meta.dirname, "..", "..", "cli", "main.ts");
const ticksASecond = 100;
/** A process that is asked more at once takes more from each look at its sockets, and so less time for each. */
const clientsOfEach = 8;
/** Until about then V8 still compiles the code that answers a call. */
const warmingCalls = 12_000;
const callsMeasured = 4_000;

interface Server {
  readonly child: ChildProcess;
  readonly url: string;
}

interface Side {
  readonly env: Readonly<Record<string, string>>;
  readonly key: string;
}

/** The same small market on both engines, asked over HTTP in turns. */
export async function measureCalls(databaseUrl: string, folder: string) {
  const shared = { HIRAKU_BLOBS_URL: path.join(folder, "files"), HIRAKU_SECRET: "s".repeat(40) };
  const sqlite = prepare({ HIRAKU_DATA: path.join(folder, "sqlite") });
  const postgres = prepare({ HIRAKU_DATA: path.join(folder, "one"), HIRAKU_DATABASE_URL: databaseUrl, ...shared });
  const second = { ...postgres, env: { ...postgres.env, HIRAKU_DATA: path.join(folder, "two") } };
  const servers = [await serve(sqlite), await serve(postgres), await serve(second)];
  const agent = new Agent({ connections: 2 * clientsOfEach });
  try {
    const [small, one, two] = servers;
    if (small === undefined || one === undefined || two === undefined) throw new Error("not started");
    const times = { sqlite: [] as number[], postgres: [] as number[] };
    for (let i = 0; i < 1_500; i++) {
      const inTurn = [
        () => timed(times.sqlite, agent, small, sqlite),
        () => timed(times.postgres, agent, one, postgres),
      ];
      for (const ask of i % 2 === 0 ? inTurn : inTurn.toReversed()) await ask();
    }
    // A process that has answered fewer calls still compiles: as many for each before they are compared, and after it.
    for (const server of [one, two, one, two]) await cpuOfCalls(agent, [server], postgres, warmingCalls);
    const cpu = { one: [] as number[], two: [] as number[], beside: [] as number[] };
    for (let round = 0; round < 6; round++) {
      const alone = [await cpuOfCalls(agent, [one], postgres), await cpuOfCalls(agent, [two], postgres)];
      cpu.one.push(((alone[0] ?? Number.NaN) + (alone[1] ?? Number.NaN)) / 2);
      cpu.two.push(await cpuOfCalls(agent, [one, two], postgres));
      const asked = round % 2 === 0 ? one : two;
      cpu.beside.push(
        await besideAnother(agent, { server: small, side: sqlite }, () => cpuOfCalls(agent, [asked], postgres)),
      );
    }
    return {
      sqliteMs: median(times.sqlite.slice(300)),
      postgresMs: median(times.postgres.slice(300)),
      cpuMs: cpu,
    };
  } finally {
    await agent.close();
    for (const { child } of servers) child.kill("SIGTERM");
    await Promise.all(servers.map(({ child }) => child.exitCode ?? once(child, "exit")));
  }
}

function prepare(env: Readonly<Record<string, string>>): Side {
  hiraku(env, "sample", "load", "--issuers", "3", "--years", "1", "--lengths", "short");
  const options = ["--per-minute", "1000000000", "--per-day", "unlimited", "--json"];
  const { key } = JSON.parse(hiraku(env, "keys", "create", ...options));
  return { env, key };
}

function hiraku(env: Readonly<Record<string, string>>, ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
    env: { ...process.env, ...env },
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(stderr);
  return stdout;
}

async function serve({ env }: Side): Promise<Server> {
  const child = spawn(process.execPath, [program, "serve", "--port", "0"], {
    env: { ...process.env, ...env, HIRAKU_LOG_LEVEL: "warn", HIRAKU_METRICS_PORT: "off" },
    stdio: ["ignore", "ignore", "pipe"],
  });
  for await (const line of createInterface(child.stderr)) {
    const url = /serves (\S+) from/.exec(line)?.[1];
    if (url !== undefined) return { child, url };
  }
  throw new Error("The service did not start.");
}

const documentIds = new Map<string, string>();

async function ask(agent: Dispatcher, { url }: Server, { key }: Side): Promise<void> {
  const get = async (target: string) => {
    const [origin, headers] = [url, { authorization: `Bearer ${key}` }];
    const { statusCode, body } = await agent.request({ origin, path: target, method: "GET", headers });
    const text = await body.text();
    if (statusCode !== 200) throw new Error(text);
    return text;
  };
  let id = documentIds.get(key);
  if (id === undefined) {
    const listed: unknown = JSON.parse(await get("/v1/documents?timeline_since=2000-01-01&limit=1"));
    id = /"document_id":"([^"]+)"/.exec(JSON.stringify(listed))?.[1] ?? "";
    documentIds.set(key, id);
  }
  await get(`/v1/documents/${id}`);
}

async function timed(times: number[], ...call: Parameters<typeof ask>): Promise<void> {
  const startedMs = performance.now();
  await ask(...call);
  times.push(performance.now() - startedMs);
}

/** Milliseconds of processor time a call, of all processes together; each has clients and calls of its own. */
async function cpuOfCalls(
  agent: Dispatcher,
  servers: readonly Server[],
  side: Side,
  calls = callsMeasured,
): Promise<number> {
  const before = servers.map(cpuMs);
  const clientsOf = (server: Server) => {
    let left = calls / servers.length;
    const client = async () => {
      while (left-- > 0) await ask(agent, server, side);
    };
    return Array.from({ length: clientsOfEach }, client);
  };
  await Promise.all(servers.flatMap(clientsOf));
  const used = servers.map((server, at) => cpuMs(server) - (before[at] ?? 0));
  return used.reduce((sum, each) => sum + each, 0) / calls;
}

/** Two busy processes slow each other on this machine though they share nothing: one on SQLite is asked meanwhile. */
async function besideAnother(
  agent: Dispatcher,
  other: { readonly server: Server; readonly side: Side },
  work: () => Promise<number>,
): Promise<number> {
  let ended = false;
  const client = async () => {
    while (!ended) await ask(agent, other.server, other.side);
  };
  const clients = Array.from({ length: clientsOfEach }, client);
  try {
    return await work();
  } finally {
    ended = true;
    await Promise.all(clients);
  }
}

function cpuMs({ child }: Server): number {
  const fields = readFileSync(`/proc/${child.pid}/stat`, "utf8")
    .replace(/^.*\) /, "")
    .split(" ");
  return ((Number(fields[11]) + Number(fields[12])) / ticksASecond) * 1_000;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
