import { openLogFile } from "../../lib/kit/process/log-file.ts";
import { logFolderOf } from "../../lib/kit/process/log-files.ts";
import { projectEnv, projectNode, root } from "../toolchain.mjs";
import { greeting, type Keys, untilReady } from "./announce.ts";
import { ensureBuilt, ensurePublicAssets } from "./build.ts";
import { claimDataFolder } from "./folder.ts";
import { checkPort, prepareDemoKey, prepareFirstKey } from "./prepare.ts";
import { type Ending, Program } from "./program.ts";
import { envOf, type ProgramName } from "./program-env.ts";
import { pruneInstalled } from "./prune.ts";
import { restartOnChange } from "./restart-on-change.ts";
import { type Loading, loadSampleMarket, wantedSample } from "./sample-market.ts";
import { type LauncherSettings, readLauncherSettings } from "./settings.ts";
import { onStopSignals, type StopActions } from "./stop-signals.ts";

/** Checks first, builds and loads what is missing, and keeps both programs running until it is stopped. */
const development = process.argv.includes("--dev");
const verbose = process.argv.includes("--verbose");
const settings = readLauncherSettings(process.env);
/** Until both programs run, a stop leaves only what the next start does again. */
const actions: StopActions = { stop: () => process.exit(130), cut: () => process.exit(130) };
onStopSignals(actions, settings.stopTimeoutMs);

/** Of its main thread; each of its reading threads has 256 MB more. */
const ingestHeapMegabytes = 512;

await checkPort(settings.webHost, settings.webPort, "PORT");
if (settings.embedded) await checkPort(settings.apiHost, settings.apiPort, "HIRAKU_API_PORT");
const lock = await claimDataFolder(settings);
const node = projectNode();
await pruneInstalled(root);
await (development ? ensurePublicAssets(node) : ensureBuilt(node));
const env = projectEnv({
  HIRAKU_DATA: settings.data,
  HIRAKU_API_URL: settings.apiUrl,
  // The own service is reached within this machine even if it listens on a network address.
  ...(settings.embedded ? { HIRAKU_API_PLAIN_HTTP: "accept" } : {}),
  ...(verbose ? { HIRAKU_LOG_TERMINAL: "on" } : {}),
  PORT: String(settings.webPort),
  NODE_ENV: development ? "development" : "production",
});
const sampleWanted = wantedSample(settings);
const loading = settings.embedded ? await loadSampleMarket(settings, sampleWanted, node, env) : undefined;
const keys = {
  demo: await prepareDemoKey(settings, sampleWanted, node, env),
  first: await prepareFirstKey(settings, node, env),
};
await supervise(settings, keys, loading);

async function supervise(config: LauncherSettings, shownKeys: Keys, sample: Loading | undefined): Promise<void> {
  const log = launcherLog(config);
  let isUp = false;
  let isStopping = false;

  const program = (name: ProgramName, heapMegabytes: number, args: readonly string[]) =>
    new Program({
      ...{ name, command: node, cwd: root, env: envOf(name, env) },
      args: [`--max-old-space-size=${heapMegabytes}`, ...args, "--exit-with-stdin"],
      ...(development || verbose ? { onOutput: (chunk: string) => void process.stdout.write(chunk) } : {}),
      onStart: (pid) => log("program started", { program: name, pid }),
      onDeath: (end, restartMs) => void noteDeath(name, end, restartMs),
    });
  const service = program("service", config.apiHeapMegabytes, ["cli/main.ts", "serve"]);
  const web = program("web", config.webHeapMegabytes, ["lib/server/main.ts", ...(development ? ["--dev"] : [])]);
  const ingestion = program("ingestion", ingestHeapMegabytes, ["cli/main.ts", "ingest", "watch"]);
  const programs = config.embedded ? [service, web] : [web];

  async function noteDeath(name: string, { how, fault, tail }: Ending, restartMs: number): Promise<void> {
    log("program ended by itself", { program: name, how, fault, restartMs });
    const cause = fault === undefined ? how : `${how}; ${fault}`;
    if (isUp || development) {
      process.stderr.write(
        `hiraku: the ${name} ended by itself (${cause}); starting it again in ${restartMs / 1000} s.\n`,
      );
    } else {
      process.stderr.write(`${tail}hiraku: the ${name} ended by itself (${cause}).\n`);
      await stop(1);
    }
  }

  /** The web app first: its paid calls need the service until they are done. */
  async function stop(code: number): Promise<void> {
    if (isStopping) return;
    isStopping = true;
    log("stopping");
    const loadEnds = sample?.stop();
    await web.stop(config.stopTimeoutMs);
    await Promise.all([ingestion.stop(config.stopTimeoutMs), service.stop(config.stopTimeoutMs)]);
    await loadEnds;
    log("stopped");
    lock.release();
    process.exit(code);
  }

  actions.stop = () => void stop(0);
  actions.cut = () => {
    for (const each of [...programs, ingestion]) each.kill();
    process.stderr.write("hiraku: cut; what was under way is looked after at the next start.\n");
  };
  for (const each of programs) each.start();
  if (development) restartOnChange(root, { ofService: config.watches ? [service, ingestion] : [service], web });
  const late = await untilReady(config, () => isStopping);
  if (late !== undefined) {
    process.stderr.write(
      `${programs.map(({ tail }) => tail).join("\n")}\nhiraku: the ${late} did not answer in time.\n`,
    );
    await stop(1);
  }
  if (isStopping) return;
  isUp = true;
  // After the service, which brings the store to this version and says how far it is.
  if (config.watches) ingestion.start();
  process.stdout.write(greeting(config, shownKeys, sample !== undefined));
}

function launcherLog({ data, logBytesMax }: LauncherSettings) {
  const file = openLogFile({ folder: logFolderOf(data), program: "launcher", bytesMax: logBytesMax });
  return (event: string, fields: Readonly<Record<string, string | number | undefined>> = {}) => {
    file.write(`${JSON.stringify({ level: "info", time: new Date().toISOString(), ...fields, event })}\n`);
    file.flushSync();
  };
}
