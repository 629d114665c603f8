import { createServer } from "node:http";
import path from "node:path";
import { isSecure } from "../auth/cookies.ts";
import { prepareEnvironment, type Settings, settings } from "../env.ts";
import { openFigureReader } from "../figures/reader.ts";
import { openTextReader } from "../long-texts/reader.ts";
import { logger, openLogFiles } from "../log.ts";
import { giveBackHeap, whenQuiet } from "../process/at-rest.ts";
import { lockFolder } from "../process/folder-lock.ts";
import { sayLastWords } from "../process/last-words.ts";
import { stopRequested } from "../process/stop-request.ts";
import { SettingError } from "../settings/settings.ts";
import { startUp } from "../start-up.ts";
import { admit } from "./admit.ts";
import { compressAnswer } from "./compressed-answer.ts";
import { serveCompressedFiles } from "./compressed-files.ts";
import { setReaders } from "./figure-reader.ts";
import { keepForGoingBack } from "./kept-pages.ts";
import { setPagePreviews } from "./page-previews.ts";
import { prepareStore } from "./prepare-store.ts";
import { openPreviewMaker } from "./preview-maker.ts";
import { stopHooks } from "./stop-hooks.ts";
import { listenWeb, type WebServer, type WebServerOptions } from "./web-server.ts";

/**
 * The web app as a program: Next's request handler behind the app's own server. `--dev` reloads on change;
 * `--exit-with-stdin` ends when the parent process closes standard input.
 */
const development = process.argv.includes("--dev");
const withStdin = process.argv.includes("--exit-with-stdin");

/** Before what it ends: a class does not exist above its place. */
class Refused extends Error {}

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
  if (lock === undefined) throw new Refused(`${config.dataFolder} is in use by another web app.`);
  openLogFiles();
  sayLastWords((error) => logger().fatal({ err: error }, "the web app died"));
  await inWords(prepareStore(config));
  const presence = config.databaseUrl === undefined ? undefined : await inWords(joinOthers(config.databaseUrl));
  const quiet = whenQuiet(giveBackHeap, (error) => logger().error({ err: error }, "giving memory back failed"));
  const web = await listenWeb({
    host: config.host,
    port: config.port,
    trustProxy: config.trustProxy,
    admit(request, response) {
      quiet.worked();
      return admit(request, response, config);
    },
    ...(development ? {} : { prepare: preparation(config) }),
    onFailure: (error, requestId) => logger().error({ err: error, requestId }, "a request failed"),
    onFailedAnswer: (status, requestId) => logger().error({ status, requestId }, "an answer failed"),
  });
  // Signals are handled from before the start, so that one during it ends the program as usual.
  const stop = stopRequested({ timeoutMs: config.stopTimeoutMs, withStdin });
  const figures = openFigureReader();
  const texts = openTextReader();
  setReaders({ figures, texts });
  const previews = openPreviewMaker();
  setPagePreviews(previews);
  await startUp();
  const close = await startNext(web, config);
  logger().info("listening");
  const signal = await stop;
  logger().info({ signal }, "stopping");
  await Promise.all([web.close(config.stopTimeoutMs), finishWork(config.stopTimeoutMs)]);
  await close();
  await Promise.all([figures.close(), texts.close(), previews.close()]);
  await stopHooks()?.closeStore();
  await presence?.release();
  logger().info("stopped");
  lock.release();
}

/** How answers are sent in production: kept for going back, and compressed where no proxy does it. */
function preparation({ compress, publicOrigin }: Settings): NonNullable<WebServerOptions["prepare"]> {
  const secure = isSecure(publicOrigin);
  const chooseCopy = compress ? serveCompressedFiles(path.resolve(".next", "static")) : undefined;
  return (request, response, traits) => {
    keepForGoingBack(request, response, { traits, secure });
    if (chooseCopy === undefined) return;
    chooseCopy(request, response);
    compressAnswer(request, response, traits);
  };
}

async function startNext(web: WebServer, { host, port }: Settings): Promise<() => Promise<void>> {
  const { default: next } = await import("next");
  // Upgraded connections are used in development only; in production Next would leave them open for ever.
  const httpServer = development ? web.server : createServer();
  const app = next({ dev: development, hostname: host, port, httpServer });
  await app.prepare();
  web.serve(app.getRequestHandler());
  return () => (development ? app.close() : Promise.resolve());
}

/** What is unfinished when the time is up is recovered, or shown as unknown, by another web app or the next start. */
async function finishWork(timeoutMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, timeoutMs);
  });
  await Promise.race([
    stopHooks()
      ?.finishWork()
      .catch(() => undefined),
    late,
  ]);
  clearTimeout(timer);
}

/** The driver is loaded where a database is set. */
async function joinOthers(url: string) {
  const { joinWebApps } = await import("../store/postgres/presence.ts");
  return joinWebApps(url);
}

/** What its error says is meant for the terminal. */
async function inWords<T>(step: Promise<T>): Promise<T> {
  try {
    return await step;
  } catch (error) {
    throw new Refused(error instanceof Error ? error.message : String(error));
  }
}

function inOneLine(error: unknown): string {
  if (error instanceof SettingError || error instanceof Refused) return error.message;
  if (error instanceof Error && "code" in error && error.code === "EADDRINUSE") {
    return `port ${settings().port} is in use; set PORT to another, or stop what holds it.`;
  }
  return `the web app could not start: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
}
