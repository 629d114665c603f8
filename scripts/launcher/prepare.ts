import { once } from "node:events";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import net from "node:net";
import path from "node:path";
import { demoCredits } from "../../lib/kit/settings/demo.ts";
import { refuse, step } from "../toolchain.mjs";
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

/** Makes the demo key, once, and with the sample market alone: it spends nothing on real filings. */
export async function prepareDemoKey(
  settings: LauncherSettings,
  node: string,
  env: NodeJS.ProcessEnv,
): Promise<string | undefined> {
  if (!settings.embedded || settings.sample === "off") return undefined;
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
