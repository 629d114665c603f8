/** bench: the outlines of real filings: how many sections, the largest and the smallest, and what reading them costs. */
import { readdirSync } from "node:fs";
import path from "node:path";
import { countCharacters } from "../lib/text/format/count-characters.ts";
import type { PublicationSection } from "../service/domain/publishing/publication.ts";
import { readPackage } from "../service/ingest/package/read-package.ts";
import { sample } from "../service/ingest/testing/samples.ts";

const smallBelow = 60;
const largeAbove = 20_000;
const cpuGoalMs = 700;
const rounds = 3;

interface Measured {
  readonly file: string;
  readonly sections: readonly { readonly section: PublicationSection; readonly characters: number }[];
  readonly cpuMs: number;
}

const folders = ["packages", "pairs", "fsa", "tdnet", "csv"];
/** The annual reports of listed companies, for which the goal is set. */
const goalFolders = new Set(["packages", "pairs"]);

/** Each filing is read a few times, and the fastest counts: the first reading also warms the code. */
async function measure(file: string): Promise<Measured> {
  let cpuMs = Number.POSITIVE_INFINITY;
  let sections: readonly PublicationSection[] = [];
  for (let round = 0; round < rounds; round++) {
    const before = process.cpuUsage();
    const drafts = await readPackage(sample(file));
    const { user, system } = process.cpuUsage(before);
    cpuMs = Math.min(cpuMs, (user + system) / 1_000);
    sections = drafts.flatMap((draft) => draft.sections);
  }
  return {
    file,
    sections: sections.map((section) => ({ section, characters: countCharacters(section.markdown) })),
    cpuMs,
  };
}

function figures(measured: readonly Measured[]): readonly string[] {
  const all = measured.flatMap((each) => each.sections);
  const sizes = all.map((each) => each.characters);
  const total = sizes.reduce((sum, size) => sum + size, 0);
  const largest = all.reduce((most, each) => (each.characters > most.characters ? each : most));
  const small = sizes.filter((size) => size < smallBelow).length;
  return [
    String(total),
    String(all.length),
    `${((small / all.length) * 100).toFixed(1)} %`,
    String(sizes.filter((size) => size > largeAbove).length),
    String(Math.min(...sizes)),
    String(largest.characters),
    measured.length === 1 ? (measured[0]?.cpuMs.toFixed(0) ?? "") : meanCpu(measured).toFixed(0),
    largest.section.title.slice(0, 40),
  ];
}

function meanCpu(measured: readonly Measured[]): number {
  return measured.reduce((sum, each) => sum + each.cpuMs, 0) / measured.length;
}

function printContents({ sections }: Measured): void {
  for (const { section, characters } of sections) {
    console.log(`${String(characters).padStart(7)} ${"  ".repeat(section.level - 1)}${section.title}`);
  }
}

async function main(): Promise<void> {
  const wanted = process.argv.find((each) => each.startsWith("--contents="))?.slice("--contents=".length);
  const files = folders.flatMap((folder) =>
    readdirSync(sample(folder))
      .filter((name) => name.endsWith(".zip"))
      .map((name) => path.posix.join(folder, name)),
  );
  if (wanted !== undefined) {
    for (const file of files.filter((each) => each.includes(wanted))) printContents(await measure(file));
    return;
  }
  const measured: Measured[] = [];
  for (const file of files) measured.push(await measure(file));
  const filled = measured.filter((each) => each.sections.length > 0);
  const rows = [
    [
      "filing",
      "characters",
      "sections",
      `< ${smallBelow}`,
      `> ${largeAbove}`,
      "least",
      "most",
      "CPU ms",
      "largest section",
    ],
    ...filled.map((each) => [each.file, ...figures([each])]),
    ["all", ...figures(filled)],
  ];
  for (const row of rows)
    console.log(
      row.map((cell, at) => (at === 0 ? cell.padEnd(30) : at === row.length - 1 ? cell : cell.padStart(10))).join(" "),
    );
  const reports = filled.filter((each) => goalFolders.has(path.dirname(each.file)));
  const cpu = meanCpu(reports);
  console.log(
    `${cpu <= cpuGoalMs ? "ok  " : "MISS"} ${reports.length} annual reports, CPU each <= ${cpuGoalMs} ms: ${cpu.toFixed(0)}`,
  );
  console.log(`memory of the process: ${(process.resourceUsage().maxRSS / 1_024).toFixed(0)} MB`);
  if (cpu > cpuGoalMs) process.exitCode = 1;
}

await main();
