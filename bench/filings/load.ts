import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import type { DocumentType } from "../../lib/contract/vocabulary.ts";
import { indexedDocument } from "../../service/domain/publishing/indexing.ts";
import { readFacts } from "../../service/ingest/facts/document-facts.ts";
import { readPackage } from "../../service/ingest/package/read-package.ts";
import { createSearchIndex, searchMigrations } from "../../service/search/index.ts";
import type { IndexedDocument, SearchIndex } from "../../service/search/port.ts";
import { compactSearch } from "../../service/search/sqlite/compact.ts";
import { type Database, openDatabase } from "../../service/storage/sqlite/database.ts";
import { migrate } from "../../service/storage/sqlite/migrations.ts";
import { inTransaction } from "../../service/storage/sqlite/writes.ts";

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

interface FilledIndex {
  readonly db: Database;
  readonly index: SearchIndex;
}

/** An index of its own for as long as the work takes. */
export async function withIndex<T>(
  documents: readonly IndexedDocument[],
  work: (filled: FilledIndex) => Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), "hiraku-filings-"));
  const file = join(folder, "store.db");
  const db = openDatabase(file, { durability: "normal" });
  migrate(db, searchMigrations);
  const index = createSearchIndex({ db, file, threads: 1 });
  try {
    for (const document of documents) await inTransaction(db, () => index.writer.putDocument(document));
    compactSearch(db);
    return await work({ db, index });
  } finally {
    await index.close();
    db.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
