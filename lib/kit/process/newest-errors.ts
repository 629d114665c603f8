import { open } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import type { NewestError } from "../../contract/operator.ts";
import { listLogFiles } from "./log-files.ts";

/** Of each program's newest log files; what lies further back is found by `hiraku logs`. */
const bytesMax = 512 * 1024;
const filesMax = 2;
const textMax = 300;

const Line = z.looseObject({
  level: z.enum(["error", "fatal"]),
  time: z.iso.datetime(),
  event: z.string().optional(),
  requestId: z.string().optional(),
  digest: z.string().optional(),
  error: z.string().optional(),
  err: z.looseObject({ name: z.string().optional(), code: z.string().optional() }).optional(),
});

/** The newest errors in the programs' logs, the newest first. */
export async function newestErrors(
  logFolder: string,
  programs: readonly string[],
  limit: number,
): Promise<NewestError[]> {
  const found = await Promise.all(programs.map((program) => errorsOf(logFolder, program)));
  return found
    .flat()
    .sort((a, b) => b.at.localeCompare(a.at))
    .slice(0, limit);
}

async function errorsOf(logFolder: string, program: string): Promise<NewestError[]> {
  const files = listLogFiles(logFolder, [program]).slice(-filesMax);
  const texts = await Promise.all(files.map(endOf));
  return texts.flatMap((text) =>
    text
      .split("\n")
      .filter((line) => /"level":"(?:error|fatal)"/.test(line))
      .flatMap((line) => errorIn(line, program)),
  );
}

async function endOf(file: string): Promise<string> {
  try {
    await using handle = await open(path.resolve(file));
    const { size } = await handle.stat();
    const from = Math.max(0, size - bytesMax);
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(Math.min(size, bytesMax)), { position: from });
    return buffer.subarray(0, bytesRead).toString("utf8");
  } catch {
    // It was rotated away meanwhile.
    return "";
  }
}

function errorIn(line: string, program: string): NewestError[] {
  const { success, data } = Line.safeParse(jsonOf(line));
  if (!success) return [];
  const { time, event = "", requestId, digest, error, err } = data;
  const why = error ?? err?.code ?? err?.name ?? "";
  const what = [event, why].filter((each) => each !== "").join(": ");
  return [{ at: time, program, id: requestId ?? digest ?? null, what: what.slice(0, textMax) }];
}

function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
