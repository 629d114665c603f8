import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { inThisFolder, operateFolder, Skipped } from "./programs.ts";

/** The units as systemd itself reads them, with this folder instead of the installation folder. */
export async function unitsDrill(work: string): Promise<string[]> {
  const folder = path.join(work, "units");
  mkdirSync(folder);
  const units = readdirSync(operateFolder).filter((name) => /^hiraku-.*\.(service|timer)$/.test(name));
  for (const name of units) {
    const text = readFileSync(path.join(operateFolder, name), "utf8").split("\n").map(allInThisFolder).join("\n");
    writeFileSync(path.join(folder, name), text);
  }
  const verified = run(["verify", ...units.map((name) => path.join(folder, name))], work);
  if (verified.status !== 0 || verified.said !== "") throw new Error(verified.said);
  const services = units.filter((name) => name.endsWith(".service"));
  const exposure = run(["security", "--offline=true", ...services.map((name) => path.join(folder, name))], work).said;
  const levels = [...exposure.matchAll(/exposure level for (\S+): ([\d.]+)/g)].map(
    ([, name, level]) => `${name} ${level}`,
  );
  return [`systemd reads ${units.join(", ")} without a complaint`, `exposure of 10: ${levels.join(", ")}`];
}

function allInThisFolder(line: string): string {
  return line
    .split(" ")
    .map((word) => word.replace(/(^|[="'])\/opt\/hiraku/g, (_all, before) => before + inThisFolder("/opt/hiraku")))
    .join(" ");
}

function run(args: readonly string[], cwd: string): { status: number | null; said: string } {
  const result = spawnSync("systemd-analyze", args, {
    cwd,
    encoding: "utf8",
    env: { ...process.env, SYSTEMD_COLORS: "0" },
  });
  if (result.error !== undefined) throw new Skipped("systemd-analyze is not installed (Debian: systemd)");
  return { status: result.status, said: `${result.stdout}${result.stderr}`.trim() };
}
