import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import net from "node:net";
import path from "node:path";
import { refuse, root, step } from "../toolchain.mjs";
import { demoCredits, sampleMarker } from "../../lib/settings/demo.ts";
import type { LauncherSettings } from "./settings.ts";

/** Reports at once that a port is taken, instead of starting a program that ends a moment later. */
export async function checkPort(host: string, port: number, setting: string): Promise<void> {
  const server = net.createServer();
  server.listen({ host, port, exclusive: true });
  try {
    await once(server, "listening");
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "unknown";
    if (code === "EADDRINUSE") refuse(`port ${port} is in use; set ${setting} to another, or stop what holds it.`);
    if (code === "EACCES") refuse(`port ${port} is kept for root; set ${setting} to one above 1023.`);
    refuse(`port ${port} on ${host} can't be opened (${code}).`);
  }
  server.close();
  await once(server, "close");
}

/** Loads the sample market into an empty store and makes the demo key, once. */
export async function prepareData(settings: LauncherSettings, node: string, env: NodeJS.ProcessEnv): Promise<string> {
  const sampleLoaded = path.join(settings.data, sampleMarker);
  if (settings.loadsSample && !existsSync(sampleLoaded)) {
    process.stdout.write("  Loading the sample market\n");
    const child = spawn(node, ["cli/main.ts", "sample", "load"], {
      cwd: root,
      env,
      stdio: ["ignore", "inherit", "inherit"],
    });
    const endWithUs = () => child.kill();
    process.once("exit", endWithUs);
    const [code] = await once(child, "exit");
    process.off("exit", endWithUs);
    if (code !== 0) refuse("the sample market could not be loaded.");
    writeFileSync(sampleLoaded, "");
  }
  const keyFile = path.join(settings.data, "demo-key");
  if (!existsSync(keyFile)) {
    const create = ["cli/main.ts", "keys", "create", "--name", "demo", "--credits", String(demoCredits), "--json"];
    const output = await step("Creating a demo key", node, create, { env });
    const line = output.split("\n").find((each) => each.trimStart().startsWith("{")) ?? "{}";
    const made: unknown = JSON.parse(line);
    if (typeof made !== "object" || made === null || !("key" in made)) refuse("the demo key could not be created.");
    else writeFileSync(keyFile, `${String(made.key)}\n`, { mode: 0o600 });
  }
  return readFileSync(keyFile, "utf8").trim();
}
