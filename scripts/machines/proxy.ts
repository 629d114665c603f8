import { z } from "zod";
import { stopRequested } from "../../lib/kit/process/stop-request.ts";
import { Balanced, balance } from "./balancer.ts";

/** The reverse proxy as a process: its command line says what it stands in front of. */
const Listeners = z.array(Balanced);

const stop = stopRequested({ timeoutMs: 5_000, withStdin: true });
const listeners = await Promise.all(Listeners.parse(JSON.parse(process.argv[2] ?? "null")).map(balance));
await stop;
await Promise.all(listeners.map((each) => each.close()));
process.exit(0);
