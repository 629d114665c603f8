/** bench: change maps of two years of real reports: whether "same" and "changed" are true, what is matched, and redlines. */
import { readFileSync } from "node:fs";
import type { ChangedSection } from "../lib/text/changes/changed-section.ts";
import { changeMap } from "../lib/text/changes/change-map.ts";
import { applyRedline, redlineOf } from "../lib/text/redline/redline.ts";
import { contentsOf, type Report, readPairs, textOf } from "./changes/pairs.ts";
import { filingsFolder } from "./filings/load.ts";

interface Checked {
  readonly before: string;
  readonly after: string;
  readonly section: string;
  readonly counterpart: string | null;
}

if (filingsFolder === undefined) {
  console.log("HIRAKU_TEST_SAMPLES names no folder of filings: nothing to compare.");
  process.exit(0);
}

const checked = readFileSync(new URL("questions/section-pairs.jsonl", import.meta.url), "utf8")
  .trim()
  .split("\n")
  .map((line): Checked => JSON.parse(line));
const wrong = { same: 0, changed: 0 };
let right = 0;
let asked = 0;
const redlines: RedlineFigures[] = [];
const columns = ["same", "renamed", "changed", "new", "gone", "unknown", "moved"] as const;
console.log(`${"issuer".padEnd(24)} years     ${columns.map((name) => name.padStart(8)).join("")}   ms`);
for (const [before, after] of await readPairs(filingsFolder)) {
  const [contentsBefore, contentsAfter] = [contentsOf(before), contentsOf(after)];
  const startedAt = performance.now();
  const { sections, counts } = changeMap(contentsBefore, contentsAfter);
  const ms = performance.now() - startedAt;
  for (const section of sections) judge(before, after, section);
  redlines.push(measureRedline(before, after));
  const found = new Map(sections.map((each) => [each.after?.id, each.before?.id ?? null]));
  for (const each of checked.filter((sample) => sample.before === before.id && sample.after === after.id)) {
    asked++;
    if (found.get(each.section) === each.counterpart) right++;
  }
  console.log(
    `${before.issuer.slice(0, 12).padEnd(12, "　")} ${before.year}-${after.year} ${columns.map((name) => String(counts[name]).padStart(8)).join("")} ${ms.toFixed(0).padStart(4)}`,
  );
}

/** By the texts themselves, compared in another way than the tags are made. */
function judge(before: Report, after: Report, section: ChangedSection): void {
  if (section.before === null || section.after === null) return;
  const [a, b] = [textOf(before, section.before.id), textOf(after, section.after.id)];
  if (section.state === "same" && withoutSpaces(a) !== withoutSpaces(b)) wrong.same++;
  if (section.state !== "same" && words(a) === words(b)) wrong.changed++;
}

function withoutSpaces(text: string): string {
  return text.replace(/\s/gu, "");
}

function words(text: string): string {
  return text.trim().split(/\s+/u).join(" ");
}

console.log(`"same" where the text changed: ${wrong.same} (goal 0)`);
console.log(`"changed" where it is identical: ${wrong.changed} (goal 0)`);
console.log(
  `matched right: ${right} of ${asked} checked sections, ${((right / asked) * 100).toFixed(1)} % (goal 98 %)`,
);
const slowest = Math.max(...redlines.map((each) => each.cpuMs));
const exact = redlines.filter((each) => each.isExact).length;
console.log(`a redline of two texts of 100,000 characters: at most ${slowest.toFixed(0)} ms of CPU (goal 1,000)`);
console.log(`redlines that give the later text byte for byte: ${exact} of ${redlines.length}`);
if (wrong.same + wrong.changed > 0 || right / asked < 0.98 || slowest > 1_000 || exact < redlines.length) {
  process.exitCode = 1;
}

const characters = 100_000;
const rounds = 3;

interface RedlineFigures {
  readonly cpuMs: number;
  readonly isExact: boolean;
}

/** The first 100,000 characters of two reports; the fastest of a few rounds, since the first warms the code. */
function measureRedline(before: Report, after: Report): RedlineFigures {
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
