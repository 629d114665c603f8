import { spawn, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { root } from "./figures.ts";

/** A bare page of the same Next, built once: what any page costs before it is anybody's content. */
export interface BarePage {
  readonly url: string;
  readonly processId: number;
  stop(): void;
}

const folder = path.join(root, "bench", "web", "bare-next");

export async function startBarePage(): Promise<BarePage> {
  if (!existsSync(path.join(folder, ".next", "BUILD_ID"))) {
    const next = path.join(root, "node_modules", "next", "dist", "bin", "next");
    const { status, stderr } = spawnSync(process.execPath, [next, "build", folder], { cwd: root, encoding: "utf8" });
    if (status !== 0) throw new Error(`the bare page could not be built:\n${stderr}`);
  }
  const env = { ...process.env, NODE_ENV: "production" as const, NEXT_TELEMETRY_DISABLED: "1" };
  const child = spawn(process.execPath, [path.join(folder, "serve.ts")], { env, stdio: ["ignore", "pipe", "inherit"] });
  const end = () => child.kill("SIGKILL");
  process.once("exit", end);
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
      const found = /http:\/\/\S+/.exec(chunk)?.[0];
      if (found !== undefined) resolve(found);
    });
    child.once("exit", (code) => reject(new Error(`the bare page's server ended with ${code}`)));
  });
  return {
    url,
    processId: child.pid ?? 0,
    stop() {
      process.off("exit", end);
      end();
    },
  };
}
