import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { sampleLoadingMarker, sampleMarker } from "../../lib/kit/settings/demo.ts";
import { refuse, root } from "../toolchain.mjs";
import type { LauncherSettings } from "./settings.ts";

/** A sample market of which the older years are still being loaded. */
export interface Loading {
  /** Ends it between two transactions; the next start goes on from there. */
  stop(): Promise<void>;
}

/**
 * Decides if the sample market is wanted here. By itself it goes into an empty folder without a key for EDINET; a folder
 * that has it keeps it, and one with real filings alone never gets it.
 */
export function wantedSample({ data, sample, edinet }: LauncherSettings): "on" | "short" | "off" {
  if (sample !== "auto") return sample;
  const isThere = (name: string) => existsSync(path.join(data, name));
  if (isThere(sampleMarker) || isThere(sampleLoadingMarker)) return "on";
  return edinet !== undefined || isThere("service.db") ? "off" : "on";
}

/**
 * Loads the sample market into an empty store, once. Comes back when its newest year is there, so that the programs
 * can be started; the older years follow while they run. A file tells the web app that lists are not whole yet.
 */
export async function loadSampleMarket(
  { data }: LauncherSettings,
  sample: "on" | "short" | "off",
  node: string,
  env: NodeJS.ProcessEnv,
): Promise<Loading | undefined> {
  const loaded = path.join(data, sampleMarker);
  const underWay = path.join(data, sampleLoadingMarker);
  if (sample === "off" || existsSync(loaded)) {
    rmSync(underWay, { force: true });
    return undefined;
  }
  process.stdout.write("  Loading the sample market\n");
  writeFileSync(underWay, "");
  const args = ["cli/main.ts", "sample", "load", "--lengths", sample === "short" ? "short" : "full"];
  const child = spawn(node, args, { cwd: root, env, stdio: ["ignore", "inherit", "inherit", "ipc"] });
  // Its channel ends with this process, however that ends; the load then stops by itself.
  const endWithUs = () => child.kill();
  process.once("exit", endWithUs);
  let isStopping = false;
  const ended = once(child, "exit").then(([code]) => {
    process.off("exit", endWithUs);
    if (code === 0) {
      writeFileSync(loaded, "");
      rmSync(underWay, { force: true });
    }
    return code === 0;
  });
  if (!(await newestIsThere(child, ended))) refuse("the sample market could not be loaded.");
  if (existsSync(loaded)) return undefined;
  void ended.then((isWhole) => {
    if (isWhole) process.stdout.write("  The sample market is complete.\n");
    else if (!isStopping) process.stderr.write("hiraku: the sample market is not complete; the next start goes on.\n");
  });
  return {
    async stop() {
      isStopping = true;
      child.kill("SIGTERM");
      await ended;
    },
  };
}

/** False where the load has ended before. */
function newestIsThere(child: ChildProcess, ended: Promise<boolean>): Promise<boolean> {
  return new Promise((resolve) => {
    child.on("message", () => resolve(true));
    void ended.then(resolve);
  });
}
