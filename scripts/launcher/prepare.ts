import { once } from "node:events";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import net from "node:net";
import path from "node:path";
import { demoCredits } from "../../lib/kit/settings/demo.ts";
import { refuse, runQuietly, step } from "../toolchain.mjs";
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
  { data, embedded }: LauncherSettings,
  sample: "on" | "short" | "off",
  node: string,
  env: NodeJS.ProcessEnv,
): Promise<string | undefined> {
  if (!embedded || sample === "off") return undefined;
  const keyFile = path.join(data, "demo-key");
  if (!existsSync(keyFile)) {
    const options = ["--name", "demo", "--credits", String(demoCredits)];
    writeFileSync(keyFile, `${await createKey("Creating a demo key", options, node, env)}\n`, { mode: 0o600 });
  }
  return readFileSync(keyFile, "utf8").trim();
}

/** The place where EDINET is followed. Shown once: on a terminal, or in a file where the output may be a log. */
export async function prepareFirstKey(
  { edinet }: LauncherSettings,
  node: string,
  env: NodeJS.ProcessEnv,
): Promise<string | undefined> {
  if (edinet === undefined) return undefined;
  const { code, output } = await runQuietly("Looking for keys", node, ["cli/main.ts", "keys", "list", "--json"], {
    env,
  });
  if (code !== 0) refuse(output.trimEnd());
  if (!output.split("\n").includes("[]")) return undefined;
  return createKey("Creating a first key", ["--name", "first"], node, env);
}

async function createKey(
  label: string,
  options: readonly string[],
  node: string,
  env: NodeJS.ProcessEnv,
): Promise<string> {
  const output = await step(label, node, ["cli/main.ts", "keys", "create", ...options, "--json"], { env });
  const line = output.split("\n").find((each) => each.trimStart().startsWith("{")) ?? "{}";
  const made: unknown = JSON.parse(line);
  if (typeof made !== "object" || made === null || !("key" in made)) refuse(`${label.toLowerCase()} has failed.`);
  return String(made.key);
}
