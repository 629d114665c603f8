import { z } from "zod";
import type { SampleMarketRow } from "../store.ts";

const Row = z.object({
  seed: z.int(),
  anchor_day: z.string(),
  issuers: z.int(),
  years: z.int(),
  lengths: z.enum(["full", "short"]),
  written: z.int(),
  completed: z.int(),
});

export function readSampleMarket(row: unknown): SampleMarketRow {
  const { anchor_day, completed, ...rest } = Row.parse(row);
  return { ...rest, anchorDay: anchor_day, completed: completed === 1 };
}

/** Nothing else has originals that the sample makes. */
export const sampleCount = `
  SELECT family, type, status, count(*) AS documents, count(superseded_by_document_id) AS superseded,
    count(amends_document_id) AS amendments
  FROM documents
  WHERE EXISTS (SELECT 1 FROM originals WHERE originals.doc = documents.doc AND maker = 'sample-pdf')
  GROUP BY family, type, status ORDER BY family, type, status`;
