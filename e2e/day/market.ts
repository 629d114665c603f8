import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { z } from "zod";
import { makeReport } from "../../lib/evidence/figures/testing/make-package.ts";
import { api } from "../../lib/routes.ts";
import type { SeededRandom } from "../../lib/spending/simulation/environment.ts";
import type { Tab } from "./tab.ts";

/** A document that the day's steps go back to. */
export interface DayDocument {
  readonly id: string;
  readonly code: string;
  /** In reading order. */
  readonly sections: readonly DaySection[];
  readonly pageCount: number;
  readonly originals: readonly string[];
}

export interface DaySection {
  readonly id: string;
  readonly parent: string | null;
}

/** Few enough that steps meet each other's things, and of every kind. */
const documentsOfADay = 14;
const packages = { S100ZZZ1: { year: 2025, sales: [900, 1000] }, S100ZZZ2: { year: 2026 } };

const Listed = z.object({
  documents: z.array(
    z.object({
      document_id: z.string(),
      security_code: z.string(),
      document_type: z.string(),
      content_status: z.string(),
      page_count: z.int().nullable(),
      amends_document_id: z.string().nullable(),
    }),
  ),
  next_cursor: z.string().nullable(),
});
const Toc = z.object({ toc: z.array(z.object({ section_id: z.string(), parent_section_id: z.string().nullable() })) });
const Originals = z.object({ originals: z.array(z.object({ original_id: z.string() })) });

/** Packages with figures, which the sample market lacks. */
export function ingestFigures(data: string): void {
  const folder = mkdtempSync(path.join(os.tmpdir(), "hiraku-day-"));
  const files = Object.entries(packages).map(([id, report]) => {
    const file = path.join(folder, `${id}.zip`);
    writeFileSync(file, makeReport(report));
    return file;
  });
  execFileSync(process.execPath, ["cli/main.ts", "ingest", "package", ...files], {
    cwd: path.resolve(import.meta.dirname, "../.."),
    env: { ...process.env, HIRAKU_DATA: data },
    stdio: "pipe",
  });
  rmSync(folder, { recursive: true });
}

export async function findDayMarket(tab: Tab, random: SeededRandom): Promise<DayDocument[]> {
  const found: z.infer<typeof Listed>["documents"] = [];
  for (let cursor = ""; ; ) {
    const page = Listed.parse(await json(tab, `/v1/documents?timeline_since=2000-01-01&limit=100${cursor}`));
    found.push(...page.documents);
    if (page.next_cursor === null) break;
    cursor = `&cursor=${encodeURIComponent(page.next_cursor)}`;
  }
  const ready = found.filter((each) => each.content_status === "ready");
  const corrections = ready.filter((each) => each.amends_document_id !== null).slice(0, 2);
  const originalsOf = new Set(corrections.map((each) => each.amends_document_id));
  const chosen = [
    ...corrections,
    ...found.filter(({ document_id: id }) => originalsOf.has(id) || Object.hasOwn(packages, id)),
    ...found.filter((each) => each.content_status === "unavailable").slice(0, 1),
    ...found.filter((each) => each.content_status === "pending_release").slice(0, 1),
  ];
  const rest = ready.filter((each) => !chosen.includes(each));
  while (chosen.length < documentsOfADay) chosen.push(...rest.splice(random.below(rest.length), 1));
  const documents: DayDocument[] = [];
  for (const each of chosen) documents.push(await dayDocument(tab, each));
  return documents;
}

async function dayDocument(tab: Tab, each: z.infer<typeof Listed>["documents"][number]): Promise<DayDocument> {
  const at = `/v1/documents/${each.document_id}`;
  const toc = await tab.get(api.free(`${at}/toc`), [200, 409]);
  const originals = await tab.get(api.free(`${at}/originals`), [200, 409]);
  return {
    id: each.document_id,
    code: each.security_code,
    sections:
      toc.status === 200
        ? Toc.parse(JSON.parse(toc.text)).toc.map((row) => ({ id: row.section_id, parent: row.parent_section_id }))
        : [],
    pageCount: each.page_count ?? 0,
    originals:
      originals.status === 200
        ? Originals.parse(JSON.parse(originals.text)).originals.map((row) => row.original_id)
        : [],
  };
}

async function json(tab: Tab, target: string): Promise<unknown> {
  return JSON.parse((await tab.get(api.free(target))).text);
}
