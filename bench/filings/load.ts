import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { DocumentType } from "../../lib/contract/vocabulary.ts";
import { indexedDocument } from "../../service/domain/publishing/indexing.ts";
import { readFacts } from "../../service/ingest/facts/document-facts.ts";
import { readPackage } from "../../service/ingest/package/read-package.ts";
import type { IndexedDocument } from "../../service/search/port.ts";

/** The real filings used by a bench, which are read where they are and are not part of the project. */
export const filingsFolder = process.env["HIRAKU_TEST_SAMPLES"];

interface ManifestEntry {
  readonly file: string;
  readonly title: string;
  readonly issuer_name: string;
  readonly published_at: string;
  readonly security_code: string;
  readonly period_end: string;
}

export async function loadFilings(root: string, folders: readonly string[]): Promise<IndexedDocument[]> {
  const documents: IndexedDocument[] = [];
  for (const folder of folders) {
    const path = join(root, folder);
    const manifest = readManifest(join(path, "manifest.json"));
    for (const file of readdirSync(path).sort()) {
      if (!file.endsWith(".zip")) continue;
      for (const draft of await readPackage(join(path, file))) {
        if (draft.sections.length === 0) continue;
        const facts = readFacts(draft, file);
        const listed = manifest.get(file);
        const type: DocumentType = listed === undefined ? facts.type : "annual_securities_report";
        documents.push(
          indexedDocument(
            {
              documentId: facts.documentId ?? basename(file, ".zip"),
              fingerprint: "",
              family: facts.family,
              type,
              title: listed?.title ?? facts.title ?? "",
              securityCode: listed?.security_code ?? facts.securityCode ?? null,
              issuerName: listed?.issuer_name ?? facts.issuerName ?? null,
              timelineAtMs: Date.parse(listed?.published_at ?? facts.filedOn ?? "2024-01-01"),
              status: "ready",
              supersededBy: null,
              hasSections: true,
              periodEnd: listed?.period_end ?? facts.periodEnd ?? null,
              amendsDocumentId: facts.amendsDocumentId ?? null,
            },
            draft.sections,
            null,
          ),
        );
      }
    }
  }
  return documents;
}

function readManifest(file: string): Map<string, ManifestEntry> {
  if (!existsSync(file)) return new Map();
  const { documents }: { documents: ManifestEntry[] } = JSON.parse(readFileSync(file, "utf8"));
  return new Map(documents.map((entry) => [entry.file, entry]));
}
