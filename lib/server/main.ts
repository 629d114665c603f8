import { createServer, type Server } from "node:http";
import path from "node:path";
import { createApp, StartRefused } from "../app.ts";
import { giveBackHeap, whenQuiet } from "../kit/process/at-rest.ts";
import { lockFolder } from "../kit/process/folder-lock.ts";
import { sayLastWords } from "../kit/process/last-words.ts";
import { exportSpans } from "../kit/process/spans.ts";
import { stopRequested } from "../kit/process/stop-request.ts";
import { SettingError } from "../kit/settings/settings.ts";
import { logger, openLogFiles } from "../log.ts";
import { isSecure } from "../owners/cookies.ts";
import { app } from "../running-app.ts";
import { prepareEnvironment, type Settings, setNextAuthAddress, settings } from "../settings.ts";
import { admit } from "./admit.ts";
import { serveCompressedFiles } from "./compressed-files.ts";
import { compressAnswers, leaveSecretsPlain } from "./compression.ts";
import { keepForGoingBack } from "./kept-pages.ts";
import { listenWeb, type WebServer, type WebServerOptions } from "./web-server.ts";

/** `--dev` reloads on change; `--exit-with-stdin` ends when the parent closes standard input. */
const development = process.argv.includes("--dev");
const withStdin = process.argv.includes("--exit-with-stdin");

/** In development a page that is open asks for more at any time; paid calls are finished all the same. */
const reloadMs = 300;

try {
  prepareEnvironment(development);
  await run(settings());
  process.exit(0);
} catch (error) {
  process.stderr.write(`hiraku: ${inOneLine(error)}\n`);
  process.exit(1);
}

async function run(config: Settings): Promise<void> {
  // Locked before anything is changed: with a file of SQLite recovery takes what ran before for interrupted.
  const lock = lockFolder(config.dataFolder, "web.lock");
  if (lock === undefined) throw new StartRefused(`${config.dataFolder} is in use by another web app.`);
  await using ending = new AsyncDisposableStack();
  ending.defer(() => lock.release());
  openLogFiles(config);
  // Under development Next goes on after an error, and shows it.
  if (!development) sayLastWords((error) => logger().fatal({ err: error }, "the web app died"));
  const failed = (error: unknown) => logger().error({ err: error }, "spans are not exported");
  ending.defer(await exportSpans({ program: "hiraku-web", endpoint: config.spansEndpoint, failed }));
  const quiet = whenQuiet(giveBackHeap, (error) => logger().error({ err: error }, "giving memory back failed"));
  const web = await listenWeb({
    host: config.host,
    port: config.port,
    trustProxy: config.trustProxy,
    admit(request, response) {
      quiet.worked();
      return admit(request, response, app());
    },
    ...(development ? {} : { prepare: preparation(config) }),
    onFailure: (error, requestId) => logger().error({ err: error, requestId }, "a request failed"),
    onFailedAnswer: (failed) => logger().error(failed, "an answer failed"),
  });
  ending.defer(() => web.close(0));
  // Signals are handled from before the start, so that one during it ends the program as usual.
  const stop = stopRequested({ timeoutMs: config.stopTimeoutMs, withStdin });
  setNextAuthAddress();
  const opened = ending.use(await createApp(config));
  const closeNext = await startNext(web, config, stop);
  logger().info("listening");
  const signal = await stop;
  logger().info({ signal }, "stopping");
  const answersMs = development ? reloadMs : config.stopTimeoutMs;
  await Promise.all([web.close(answersMs), opened.finishWork(config.stopTimeoutMs)]);
  await closeNext();
  await ending.disposeAsync();
  logger().info("stopped");
}

/** How answers are sent in production: kept for going back, and compressed. */
function preparation({ publicOrigin }: Settings): NonNullable<WebServerOptions["prepare"]> {
  const secure = isSecure(publicOrigin);
  const chooseCopy = serveCompressedFiles(path.resolve(".next", "static"));
  const compressAnswer = compressAnswers();
  return (request, response, traits) => {
    // First: it reads the headers after those below have changed them.
    compressAnswer(request, response);
    keepForGoingBack(request, response, { traits, secure });
    chooseCopy(request, response);
    leaveSecretsPlain(request, response);
  };
}

async function startNext(
  web: WebServer,
  { host, port }: Settings,
  stop: Promise<string>,
): Promise<() => Promise<void>> {
  const { default: next } = await import("next");
  // Upgraded connections are used in development only; in production Next would leave them open for ever.
  const httpServer = createServer();
  if (development) passUpgrades(web.server, httpServer, stop);
  const app = next({ dev: development, hostname: host, port, httpServer });
  await app.prepare();
  web.serve(app.getRequestHandler());
  // Next takes upgrades from its first request on, and a page that waits for this start makes none.
  if (development) void fetch(new URL("/robots.txt", `http://localhost:${port}`)).catch(() => undefined);
  return () => (development ? app.close() : Promise.resolve());
}

/** A page's connection for reloads: until Next takes it, it is refused, and the page asks again a second later. */
function passUpgrades(from: Server, to: Server, stop: Promise<string>): void {
  from.on("upgrade", (request, socket, head) => {
    void stop.then(() => socket.destroy());
    if (!to.emit("upgrade", request, socket, head)) socket.destroy();
  });
}

function inOneLine(error: unknown): string {
  if (error instanceof SettingError || error instanceof StartRefused) return error.message;
  if (error instanceof Error && "code" in error && error.code === "EADDRINUSE") {
    return `port ${settings().port} is in use; set PORT to another, or stop what holds it.`;
  }
  return `the web app could not start: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
}
