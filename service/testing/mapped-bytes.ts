import { readFileSync } from "node:fs";

/** Bytes of a file that this process has mapped and in memory. Linux only. */
export function mappedBytes(file: string): number {
  let bytes = 0;
  let isOfFile = false;
  for (const line of readFileSync("/proc/self/smaps", "utf8").split("\n")) {
    if (/^[0-9a-f]+-[0-9a-f]+ /.test(line)) isOfFile = line.endsWith(` ${file}`);
    else if (isOfFile && line.startsWith("Rss:")) bytes += Number(/\d+/.exec(line)?.[0]) * 1024;
  }
  return bytes;
}
