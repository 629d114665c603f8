import { stopRequested } from "../lib/kit/process/stop-request.ts";
import { startService } from "../service/main.ts";
import type { CliIo } from "./command.ts";
import { configOf, noMore, readOptions } from "./options.ts";

export const name = "serve";
export const summary = "Run the service";
export const help = `
Usage: hiraku serve [--port N] [--host ADDRESS] [--data DIR] [--exit-with-stdin]

Serves the interface until SIGTERM or SIGINT, then finishes what is under way and exits.

  --port N            before HIRAKU_API_PORT   (default: 8787; 0 takes a free one)
  --host ADDRESS      before HIRAKU_API_HOST   (default: 127.0.0.1)
  --data DIR          before HIRAKU_DATA       (default: .data)
  --exit-with-stdin   stop when standard input closes: for a supervisor that may die without a word
`;

export async function run(args: readonly string[], io: CliIo): Promise<number> {
  const { values, positionals } = readOptions(args, {
    port: { type: "string" },
    host: { type: "string" },
    data: { type: "string" },
    "exit-with-stdin": { type: "boolean", default: false },
  });
  noMore(positionals, 0);
  const config = configOf(io, { port: values.port, host: values.host, data: values.data });
  // Signals are handled from before the start, so that one during it ends the service as usual.
  const stop = stopRequested({ timeoutMs: config.stopTimeoutMs, withStdin: values["exit-with-stdin"] });
  const running = await startService(config);
  io.warn(`hiraku serves ${running.url} from ${config.data}`);
  await stop;
  await running.stop();
  return 0;
}
