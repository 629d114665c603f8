import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import { jstDate } from "../../lib/contract/dates.ts";
import { DocumentListResponse } from "../../lib/contract/resources.ts";
import { listRow, type StandIn, standInKey, startStandIn } from "../../service/ingest/testing/edinet-stand-in.ts";
import { makeFiling } from "../../service/ingest/testing/make-filing.ts";
import { endProgram } from "../wait-for-program.ts";
import { type Deployment, deployment, readUnit, root, startUnit } from "./programs.ts";

/**
 * The page "Every day" of the guide, command by command: in folders below `work` instead of the system's own, with a
 * stand-in for EDINET, and with what the units start instead of systemd itself.
 */
export async function everyDayDrill(work: string): Promise<string[]> {
  const standIn = await startStandIn();
  const server = new Server(work, await deployment(path.join(work, "var/lib/hiraku")), standIn);
  try {
    const said: string[] = [];
    const { commands, settings } = readPage();
    for (const block of commands) {
      if (block.includes("hiraku status")) await server.untilFresh();
      said.push(await server.run(block, settings));
    }
    return await server.look(said.join("\n"));
  } finally {
    await server.stop();
    await standIn.close();
  }
}

function readPage(): { readonly commands: readonly string[]; readonly settings: string } {
  const guide = readFileSync(path.join(root, "docs/operate.md"), "utf8");
  const page = /^## Every day\n([^]*?)^## /m.exec(guide)?.[1] ?? "";
  const blocks = [...page.matchAll(/^```(sh)?\n([^]*?)^```$/gm)];
  const commands = blocks.flatMap(([, language, text = ""]) => (language === "sh" ? [text] : []));
  const settings = blocks.flatMap(([, language, text = ""]) => (language === undefined ? [text] : []));
  if (commands.length < 4 || settings.length !== 1) throw new Error("the page has other blocks than the drill knows");
  return { commands, settings: settings.join("") };
}

/** Commands that need root, a network or systemd do as much as can be done without; all others are run as they are. */
const withoutRoot = `set -eu
useradd() { :; }
git() { :; }
npm() { test -f .next/BUILD_ID; }
install() {
  kept=; skip=
  for word in "$@"; do
    if [ -n "$skip" ]; then skip=; continue; fi
    case "$word" in -o|-g) skip=1 ;; *) kept="$kept $word" ;; esac
  done
  command install $kept
}
systemctl() { echo "$*" >> "$WORK/systemctl"; }
hiraku() { "$NODE" "$ROOT/cli/main.ts" "$@"; }
`;

class Server {
  readonly #work: string;
  readonly #at: Deployment;
  readonly #standIn: StandIn;
  readonly #running: { stop(signal: "SIGTERM"): Promise<void> }[] = [];
  #env: NodeJS.ProcessEnv;

  constructor(work: string, at: Deployment, standIn: StandIn) {
    this.#work = work;
    this.#at = at;
    this.#standIn = standIn;
    this.#env = at.env;
    for (const folder of ["etc/systemd/system", "var/lib", "var/backups"]) {
      mkdirSync(path.join(work, folder), { recursive: true });
    }
    const today = jstDate(Date.now());
    standIn.lists.set(today, [listRow("S1000001", { submitDateTime: `${today} 09:00` })]);
    standIn.files.set("S1000001:1", { type: "application/octet-stream", bytes: makeFiling() });
  }

  /** Returns what it says. */
  async run(block: string, settings: string): Promise<string> {
    const inWork = block.replaceAll("/opt/hiraku", root).replace(/(?<![\w/])\/(etc|var)\//g, `${this.#work}/$1/`);
    const env = { ...this.#env, WORK: this.#work, ROOT: root, NODE: process.execPath };
    const said = execFileSync("bash", ["-c", withoutRoot + inWork], { cwd: root, env, encoding: "utf8" });
    const envFile = path.join(this.#work, "etc/hiraku/env");
    if (existsSync(envFile) && readFileSync(envFile, "utf8") === "") this.#set(envFile, settings);
    const asked = path.join(this.#work, "systemctl");
    const lines = existsSync(asked) ? readFileSync(asked, "utf8").trim().split("\n") : [];
    writeFileSync(asked, "");
    for (const line of lines) await this.#systemctl(line);
    return said;
  }

  #set(file: string, settings: string): void {
    const given = `${settings.replace("HIRAKU_EDINET_KEY=…", `HIRAKU_EDINET_KEY=${standInKey}`)}HIRAKU_EDINET_URL=${this.#standIn.url}
HIRAKU_EDINET_PAUSE_MS=10\nHIRAKU_EDINET_SINCE=1\nHIRAKU_METRICS_PORT=off\n`;
    writeFileSync(file, given);
    const pairs = given.split("\n").flatMap((line) => (line.includes("=") ? [line.split(/=(.*)/s).slice(0, 2)] : []));
    this.#env = { ...this.#at.env, ...Object.fromEntries(pairs) };
  }

  async #systemctl(line: string): Promise<void> {
    const [action, ...words] = line.split(" ");
    const units = words.filter((word) => !word.startsWith("--"));
    if (action === "daemon-reload" || action === "--failed") return;
    if (action === "start") return void units.map((name) => this.runOnce(name));
    for (const name of units) {
      const file = name.includes(".") ? name : `${name}.service`;
      if (!existsSync(path.join(this.#work, "etc/systemd/system", file))) throw new Error(`${file} was not copied`);
      if (name === "hiraku-service" || name === "hiraku-web") {
        this.#running.push(await startUnit(name, { ...this.#at, env: this.#env }));
      } else if (!name.endsWith(".timer")) this.#running.push(this.#start(name));
    }
  }

  #start(name: string) {
    const { start, env } = readUnit(name, this.#env);
    const [command = "", ...args] = start.split(" ");
    const child: ChildProcess = spawn(command, args, { cwd: root, env, stdio: "ignore" });
    return {
      async stop(signal: "SIGTERM"): Promise<void> {
        if (child.exitCode !== null || child.signalCode !== null) throw new Error(`${name} ended by itself`);
        await endProgram(child, signal);
      },
    };
  }

  /** A unit that its timer starts. */
  runOnce(name: string): void {
    const credentials = path.join(this.#work, "credentials");
    mkdirSync(credentials, { recursive: true });
    cpSync(path.join(this.#work, "etc/hiraku/backup-passphrase"), path.join(credentials, "passphrase"));
    const { start, env } = readUnit(name, { ...this.#env, CREDENTIALS_DIRECTORY: credentials });
    const line = start
      .replaceAll("$$", "$")
      .replaceAll("%%", "%")
      .replaceAll("/var/backups", `${this.#work}/var/backups`);
    execFileSync("bash", ["-c", line], { cwd: root, env, stdio: "pipe" });
  }

  async look(said: string): Promise<string[]> {
    const key = /hk_[\w-]+/.exec(said)?.[0] ?? "";
    const answer = await fetch(`${this.#at.apiUrl}/v1/documents?timeline_since=${jstDate(Date.now() - 86_400_000)}`, {
      headers: { authorization: `Bearer ${key}` },
    });
    const { documents } = DocumentListResponse.parse(await answer.json());
    if (documents[0]?.document_id !== "S1000001") throw new Error("the filing of today is not there");
    this.runOnce("hiraku-status");
    const archives = readdirSync(path.join(this.#work, "var/backups/hiraku"));
    if (archives.length !== 1) throw new Error(`there are ${archives.length} backups instead of one`);
    const seen = said.split("\n").find((line) => line.includes("EDINET")) ?? "";
    return ["all commands of the page, from an empty server", seen, `a backup that was read back: ${archives.join()}`];
  }

  async untilFresh(): Promise<void> {
    const Status = z.object({
      market: z.looseObject({ up_to: z.string().nullable(), waiting: z.number() }).nullable(),
    });
    for (const endsAt = Date.now() + 60_000; Date.now() < endsAt; await pause(200)) {
      const answer = await fetch(`${this.#at.apiUrl}/health/ready`);
      const { market } = Status.partial().parse(await answer.json());
      if (market?.waiting === 0 && market.up_to !== null) return;
    }
    throw new Error("the market was not there within a minute");
  }

  async stop(): Promise<void> {
    for (const program of this.#running.splice(0).reverse()) await program.stop("SIGTERM");
  }
}
