import { z } from "zod";
import type { Database } from "./database.ts";

/** The one row that says which sample market this store holds. */
export interface SampleMarketRow {
  readonly seed: number;
  readonly anchorDay: string;
  readonly issuers: number;
  readonly years: number;
  readonly completed: boolean;
}

const Row = z.object({
  seed: z.int(),
  anchor_day: z.string(),
  issuers: z.int(),
  years: z.int(),
  completed: z.int(),
});

export function createSampleRecords(db: Database) {
  const select = db.prepare("SELECT seed, anchor_day, issuers, years, completed FROM sample_market WHERE id = 1");
  const replace = db.prepare(
    "INSERT OR REPLACE INTO sample_market (id, seed, anchor_day, issuers, years, completed) VALUES (1, ?, ?, ?, ?, ?)",
  );
  return {
    find(): SampleMarketRow | undefined {
      const raw = select.get();
      if (raw === undefined) return undefined;
      const { anchor_day, completed, ...rest } = Row.parse(raw);
      return { ...rest, anchorDay: anchor_day, completed: completed === 1 };
    },
    put({ seed, anchorDay, issuers, years, completed }: SampleMarketRow): void {
      replace.run(seed, anchorDay, issuers, years, completed ? 1 : 0);
    },
  };
}
