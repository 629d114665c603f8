import { type CliIo, type Command, CommandError, UsageError } from "./command.ts";
import { commands } from "./commands.ts";

/** `hiraku`: errors are one line on the error stream; exit code 1 means failed, 2 a wrong command line. */
export async function hiraku(args: readonly string[], io: CliIo): Promise<number> {
  const [name, ...rest] = args;
  if (name === undefined || name === "help" || name === "--help" || name === "-h") {
    io.print(await overview());
    return name === undefined ? 2 : 0;
  }
  const load = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (load === undefined) {
    io.warn(`hiraku: there is no command '${name}'. 'hiraku --help' lists them.`);
    return 2;
  }
  const command = await load();
  if (rest.includes("--help") || rest.includes("-h")) {
    io.print(command.help.trim());
    return 0;
  }
  return run(command, rest, io);
}

async function run(command: Command, args: readonly string[], io: CliIo): Promise<number> {
  try {
    return await command.run(args, io);
  } catch (error) {
    if (error instanceof UsageError) {
      io.warn(`hiraku ${command.name}: ${error.message} See 'hiraku ${command.name} --help'.`);
      return 2;
    }
    const message = error instanceof Error ? error.message.split("\n")[0] : String(error);
    io.warn(`hiraku ${command.name}: ${message}`);
    if (io.env["HIRAKU_LOG_LEVEL"] === "debug" && !(error instanceof CommandError) && error instanceof Error) {
      io.warn(error.stack ?? "");
    }
    return 1;
  }
}

async function overview(): Promise<string> {
  const loaded = await Promise.all(Object.values(commands).map((load) => load()));
  const width = Math.max(...loaded.map((command) => command.name.length));
  const lines = loaded.map((command) => `  ${command.name.padEnd(width)}  ${command.summary}`);
  return ["Usage: hiraku <command> [options]", "", ...lines, "", "'hiraku <command> --help' tells more."].join("\n");
}
