import { readFileSync } from "node:fs";
import path from "node:path";
import { measureSections } from "../../../../service/domain/publishing/measure-sections.ts";
import { readPackage } from "../../../../service/ingest/package/read-package.ts";
import type { SectionRecord } from "../../../../service/storage/ports.ts";
import type { TaggedSection } from "../outline.ts";

export interface Report {
  readonly id: string;
  readonly issuer: string;
  readonly year: string;
  readonly sections: readonly SectionRecord[];
}

/** Two annual reports of each issuer, the earlier one first. */
export async function readPairs(root: string): Promise<readonly (readonly [Report, Report])[]> {
  const folder = path.join(root, "pairs");
  const {
    documents,
  }: { documents: readonly Record<"id" | "file" | "security_code" | "issuer_name" | "period_end", string>[] } =
    JSON.parse(readFileSync(path.join(folder, "manifest.json"), "utf8"));
  const byIssuer = Map.groupBy(documents, (each) => each.security_code);
  const pairs: (readonly [Report, Report])[] = [];
  for (const filed of byIssuer.values()) {
    const reports: Report[] = [];
    for (const { id, file, issuer_name, period_end } of filed.toSorted((a, b) =>
      a.period_end.localeCompare(b.period_end),
    )) {
      const drafts = await readPackage(path.join(folder, file));
      const sections = measureSections(drafts.flatMap((draft) => draft.sections));
      reports.push({ id, issuer: issuer_name, year: period_end.slice(0, 4), sections });
    }
    const [before, after] = reports;
    if (before !== undefined && after !== undefined) pairs.push([before, after]);
  }
  return pairs;
}

/** The table of contents as the service sends it, with tags under one key. */
export function contentsOf({ sections }: Report): readonly TaggedSection[] {
  return sections.map((section) => ({
    section_id: section.sectionId,
    title: section.title,
    level: section.level,
    parent_section_id: section.parentSectionId,
    character_count: section.characterCount,
    content_tag: `1-pairs.${section.textHash}`,
    own_content_tag: `1-pairs.${section.ownTextHash}`,
  }));
}

/** A section's text with what lies beneath it. */
export function textOf({ sections }: Report, id: string): string {
  const at = sections.findIndex((each) => each.sectionId === id);
  const level = sections[at]?.level ?? 0;
  let text = sections[at]?.markdown ?? "";
  for (let next = at + 1; (sections[next]?.level ?? 0) > level; next++) text += sections[next]?.markdown ?? "";
  return text;
}
