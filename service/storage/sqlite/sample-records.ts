import { z } from "zod";
import type { Database } from "./database.ts";

/** The one row that says which sample market this store holds. */
export interface SampleMarketRow {
  readonly seed: number;
  readonly anchorDay: string;
  readonly issuers: number;
  readonly years: number;
  readonly lengths: "full" | "short";
  /** How much of the load has been written. */
  readonly written: number;
  readonly completed: boolean;
}

/** Documents of the sample market that are alike. */
export interface SampleCount {
  readonly family: string;
  readonly type: string;
  readonly status: string;
  readonly documents: number;
  /** Hidden by a later period where only the latest is asked for. */
  readonly superseded: number;
  readonly amendments: number;
}

const Row = z.object({
  seed: z.int(),
  anchor_day: z.string(),
  issuers: z.int(),
  years: z.int(),
  lengths: z.enum(["full", "short"]),
  written: z.int(),
  completed: z.int(),
});

export function createSampleRecords(db: Database) {
  const select = db.prepare(
    "SELECT seed, anchor_day, issuers, years, lengths, written, completed FROM sample_market WHERE id = 1",
  );
  const replace = db.prepare(
    "INSERT OR REPLACE INTO sample_market (id, seed, anchor_day, issuers, years, lengths, written, completed) VALUES (1, ?, ?, ?, ?, ?, ?, ?)",
  );
  // Nothing else has originals that the sample makes.
  const count = db.prepare<[], SampleCount>(`
    SELECT family, type, status, count(*) AS documents, count(superseded_by_document_id) AS superseded,
      count(amends_document_id) AS amendments
    FROM documents
    WHERE EXISTS (SELECT 1 FROM originals WHERE originals.doc = documents.doc AND maker = 'sample-pdf')
    GROUP BY family, type, status ORDER BY family, type, status`);
  return {
    count: (): SampleCount[] => count.all(),
    find(): SampleMarketRow | undefined {
      const raw = select.get();
      if (raw === undefined) return undefined;
      const { anchor_day, completed, ...rest } = Row.parse(raw);
      return { ...rest, anchorDay: anchor_day, completed: completed === 1 };
    },
    put({ seed, anchorDay, issuers, years, lengths, written, completed }: SampleMarketRow): void {
      replace.run(seed, anchorDay, issuers, years, lengths, written, completed ? 1 : 0);
    },
  };
}
