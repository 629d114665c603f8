import { spawnSync } from "node:child_process";
import path from "node:path";
import { operateFolder, Skipped } from "./programs.ts";

const containerfile = path.join(operateFolder, "Containerfile");
const compose = path.join(operateFolder, "compose.yaml");

/** Uses those of these tools that are installed; with a Docker daemon, also Docker's own check of both files. */
const checks: readonly { readonly says: string; readonly command: readonly string[] }[] = [
  { says: "hadolint passes the container file", command: ["hadolint", containerfile] },
  {
    says: "compose-lint finds nothing grave in the compose file",
    command: ["compose-lint", "--fail-on", "high", compose],
  },
  { says: "dclint passes the compose file", command: ["dclint", "--quiet", compose] },
  { says: "docker compose reads the compose file", command: ["docker", "compose", "-f", compose, "config", "--quiet"] },
];

export async function containerDrill(): Promise<string[]> {
  const passed = checks.flatMap(({ says, command: [name = "", ...args] }) => {
    const result = spawnSync(name, args, { encoding: "utf8" });
    // Without its compose plugin docker has no such subcommand.
    const isAbsent = result.error !== undefined || /unknown (?:shorthand flag|command)/.test(result.stderr);
    if (isAbsent) return [];
    if (result.status !== 0) throw new Error(`${name}: ${result.stdout}${result.stderr}`);
    return [says];
  });
  if (passed.length === 0) throw new Skipped("none of hadolint, compose-lint, dclint and docker compose is installed");
  return passed;
}
