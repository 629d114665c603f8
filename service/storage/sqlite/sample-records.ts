import { readSampleMarket, sampleCount } from "../rows/sample-market.ts";
import type { SampleCount, SampleRecords } from "../store.ts";
import type { Database } from "./database.ts";

export function createSampleRecords(db: Database): SampleRecords {
  const select = db.prepare("SELECT * FROM sample_market WHERE id = 1");
  const replace = db.prepare(
    "INSERT OR REPLACE INTO sample_market (id, seed, anchor_day, issuers, years, lengths, written, completed) VALUES (1, ?, ?, ?, ?, ?, ?, ?)",
  );
  const count = db.prepare<[], SampleCount>(sampleCount);
  return {
    count: async () => count.all(),
    async find() {
      const row = select.get();
      return row === undefined ? undefined : readSampleMarket(row);
    },
    async put({ seed, anchorDay, issuers, years, lengths, written, completed }) {
      replace.run(seed, anchorDay, issuers, years, lengths, written, completed ? 1 : 0);
    },
  };
}
