/**
 * `npm start`: from a fresh clone to a signed-in reader. Checks first, so that nothing is left half done; then
 * installs, builds and loads what is missing, and supervises both programs until one stops or the user does.
 * With `--dev` both reload on change.
 */
import { spawn, spawnSync } from "node:child_process";
import { accessSync, chmodSync, constants, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import net from "node:net";
import path from "node:path";
import { ensureBuilt, ensureInstalled, projectEnv, projectNode, refuse, root, step } from "./toolchain.mjs";

if (Number(process.versions.node.split(".")[0]) < 18)
  refuse(`Node 18 or later is needed, and this is ${process.version}.`);

const dev = process.argv.includes("--dev");
const settings = readSettings(process.env);

await checkFolder(settings.data);
await checkPort(settings.webHost, settings.webPort, "PORT");
if (settings.embedded) await checkPort(settings.apiHost, settings.apiPort, "HIRAKU_API_PORT");

process.chdir(root);
await ensureInstalled();
const node = projectNode();
if (!dev) await ensureBuilt(node);
const env = projectEnv({
  HIRAKU_DATA: settings.data,
  HIRAKU_API_URL: settings.apiUrl,
  // An own service that listens on an address of the network is still reached inside this machine.
  ...(settings.embedded ? { HIRAKU_API_PLAIN_HTTP: "accept" } : {}),
  PORT: String(settings.webPort),
  NODE_ENV: dev ? "development" : "production",
});
const demoKey = settings.embedded ? await prepareData() : undefined;
supervise();

function readSettings(vars) {
  const port = (name, fallback) => {
    const value = vars[name] ?? "";
    if (value === "") return fallback;
    const number = Number(value);
    if (!Number.isInteger(number) || number < 1 || number > 65_535)
      refuse(`${name} must be a port number, and is '${value}'.`);
    return number;
  };
  const apiPort = port("HIRAKU_API_PORT", 8787);
  const apiHost = vars.HIRAKU_API_HOST || "127.0.0.1";
  const apiUrl = vars.HIRAKU_API_URL || `http://${apiHost === "0.0.0.0" ? "127.0.0.1" : apiHost}:${apiPort}`;
  return {
    data: path.resolve(root, vars.HIRAKU_DATA || ".data"),
    webHost: vars.HIRAKU_HOST || "127.0.0.1",
    webPort: port("PORT", 3000),
    apiHost,
    apiPort,
    apiUrl,
    /** Somebody else's service needs no service of ours. */
    embedded: !vars.HIRAKU_API_URL,
  };
}

async function checkFolder(folder) {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    chmodSync(folder, 0o700);
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    const probe = path.join(folder, `.probe-${process.pid}`);
    writeFileSync(probe, "");
    (await import("node:fs")).unlinkSync(probe);
  } catch (error) {
    refuse(`the data folder ${folder} can't be written (${error.code ?? error.message}); HIRAKU_DATA names another.`);
  }
}

function checkPort(host, port, setting) {
  return new Promise((resolve) => {
    const server = net.createServer();
    server.once("error", (error) => {
      if (error.code === "EADDRINUSE")
        refuse(`port ${port} is in use; set ${setting} to another, or stop what holds it.`);
      refuse(`port ${port} on ${host} can't be opened (${error.code}).`);
    });
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve()));
  });
}

/** Loads the sample market into an empty store and makes the demo key, once. */
async function prepareData() {
  const keyFile = path.join(settings.data, "demo-key");
  if (process.env.HIRAKU_SAMPLE !== "off" && !existsSync(path.join(settings.data, ".sample-loaded"))) {
    process.stdout.write("  Loading the sample market\n");
    const result = spawnSync(node, ["cli/main.ts", "sample", "load"], {
      cwd: root,
      env,
      stdio: ["ignore", "inherit", "inherit"],
    });
    if (result.status !== 0) refuse("the sample market could not be loaded.");
    writeFileSync(path.join(settings.data, ".sample-loaded"), "");
  }
  if (!existsSync(keyFile)) {
    const output = await step(
      "Creating a demo key",
      node,
      ["cli/main.ts", "keys", "create", "--name", "demo", "--credits", "500", "--json"],
      { env },
    );
    const line = output.split("\n").find((each) => each.trimStart().startsWith("{"));
    writeFileSync(keyFile, `${JSON.parse(line ?? "{}").key}\n`, { mode: 0o600 });
  }
  return readFileSync(keyFile, "utf8").trim();
}

function supervise() {
  const preload = ["--import", "./scripts/exit-with-parent.mjs"];
  const programs = [];
  if (settings.embedded) {
    const watch = dev ? ["--watch", "--watch-preserve-output"] : [];
    programs.push(
      launch("service", [...watch, ...preload, "cli/main.ts", "serve", "--port", String(settings.apiPort)]),
    );
  }
  programs.push(launch("web", ["lib/server/main.ts", "--exit-with-stdin", ...(dev ? ["--dev"] : [])]));

  let stopping = false;
  const stop = (code) => {
    if (stopping) return;
    stopping = true;
    for (const { child } of programs) if (child.exitCode === null) child.kill("SIGTERM");
    setTimeout(() => programs.forEach(({ child }) => child.exitCode === null && child.kill("SIGKILL")), 2400).unref();
    Promise.all(programs.map(({ ended }) => ended)).then(() => process.exit(code));
  };
  for (const program of programs) {
    program.ended.then(({ code, signal }) => {
      if (stopping) return;
      process.stderr.write(
        `\nhiraku: the ${program.name} stopped by itself (${signal ?? `exit code ${code}`}).\n${program.tail()}`,
      );
      stop(1);
    });
  }
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => stop(0));
  announce(programs, () => stopping, stop);
}

function launch(name, args) {
  let tail = "";
  const child = spawn(node, args, { cwd: root, env, stdio: ["pipe", "pipe", "pipe"] });
  const keep = (chunk) => {
    tail = (tail + chunk).slice(-4000);
    if (dev) process.stdout.write(chunk);
  };
  child.stdout.setEncoding("utf8").on("data", keep);
  child.stderr.setEncoding("utf8").on("data", keep);
  child.stdin.on("error", () => {});
  const ended = new Promise((resolve) => {
    child.once("error", (error) => resolve({ code: error.code, signal: null }));
    child.once("exit", (code, signal) => resolve({ code, signal }));
  });
  return { name, child, ended, tail: () => tail };
}

async function announce(programs, isStopping, stop) {
  const web = `http://${settings.webHost === "127.0.0.1" ? "localhost" : settings.webHost}:${settings.webPort}`;
  const waits = [[`http://127.0.0.1:${settings.webPort}/sign-in`, "web"]];
  if (settings.embedded) waits.unshift([`${settings.apiUrl}/health/ready`, "service"]);
  let deadline = Date.now() + 60_000;
  for (const [url, name] of waits) {
    while (!isStopping()) {
      const state = await stateOf(url);
      if (state === "up") break;
      // It lives and says why it isn't ready: a large store migrates for minutes.
      if (state === "migrating") deadline = Date.now() + 60_000;
      if (Date.now() > deadline) {
        process.stderr.write(
          `hiraku: the ${name} did not answer within 60 s.\n${programs.map(({ tail }) => tail()).join("\n")}\n`,
        );
        return stop(1);
      }
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
  if (isStopping()) return;
  // The key goes to a terminal and into no log: piped output gets a hint instead.
  const keyLine =
    demoKey === undefined
      ? ""
      : `  Demo key  ${process.stdout.isTTY ? demoKey : "in the data folder, file demo-key"}\n`;
  const apiLine = `  Service   ${settings.apiUrl}${settings.embedded ? "" : "  (not ours)"}\n`;
  process.stdout.write(`\n  Hiraku    ${web}\n${apiLine}${keyLine}  Stop with Ctrl-C\n\n`);
}

async function stateOf(url) {
  try {
    const response = await fetch(url, { redirect: "manual" });
    if (response.status === 503 && (await response.text()).includes('"migrations":"pending"')) return "migrating";
    await response.body?.cancel();
    return response.status < 500 ? "up" : "down";
  } catch {
    return "down";
  }
}
