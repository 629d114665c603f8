import { applyRedline, redlineOf } from "../../lib/text/redline/redline.ts";
import type { Report } from "./pairs.ts";

const characters = 100_000;
const rounds = 3;

export interface RedlineFigures {
  readonly cpuMs: number;
  readonly isExact: boolean;
}

/** The first 100,000 characters of two reports; the fastest of a few rounds, since the first warms the code. */
export function measureRedline(before: Report, after: Report): RedlineFigures {
  const [a, b] = [wholeText(before), wholeText(after)];
  let cpuMs = Number.POSITIVE_INFINITY;
  let isExact = true;
  for (let round = 0; round < rounds; round++) {
    const started = process.cpuUsage();
    const redline = redlineOf(a, b);
    const { user, system } = process.cpuUsage(started);
    cpuMs = Math.min(cpuMs, (user + system) / 1_000);
    isExact &&= applyRedline(a, redline) === b;
  }
  return { cpuMs, isExact };
}

function wholeText({ sections }: Report): string {
  return sections
    .map((section) => section.markdown)
    .join("")
    .slice(0, characters);
}
