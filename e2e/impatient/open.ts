import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { openFiles } from "../../lib/kit/process/open-files.ts";
import type { Programs } from "../programs.ts";

/** What a program has open, and how large it is. */
export interface Open {
  /** Beneath the data folder. */
  readonly files: readonly string[];
  readonly descriptors: number;
  readonly megabytes: number;
}

export interface OpenOfBoth {
  readonly service: Open;
  readonly web: Open;
}

/** Once it does not become less any more. */
export async function openWhenQuiet(programs: Programs): Promise<OpenOfBoth> {
  let last = Number.POSITIVE_INFINITY;
  for (let look = 0; ; look++) {
    const now = openNow(programs);
    const count = now.service.descriptors + now.web.descriptors;
    if (look > 2 && count >= last) return now;
    last = count;
    await pause(4_000);
  }
}

export function openNow(programs: Programs): OpenOfBoth {
  return { service: openIn(programs, "service"), web: openIn(programs, "web") };
}

function openIn(programs: Programs, name: "service" | "web"): Open {
  const { pid, exitCode } = programs[name]();
  if (pid === undefined || exitCode !== null) return { files: [], descriptors: 0, megabytes: 0 };
  const memory = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return {
    files: openFiles(programs.data, pid).map((file) => file.slice(programs.data.length + 1)),
    descriptors: readdirSync(`/proc/${pid}/fd`).length,
    megabytes: Math.round(Number(memory ?? 0) / 1024),
  };
}
