import type { Connections } from "../../../lib/kit/postgres/connection.ts";
import { readSampleMarket, sampleCount } from "../rows/sample-market.ts";
import type { SampleCount, SampleRecords } from "../store.ts";

export function createSampleRecords({ durable, quick }: Connections): SampleRecords {
  return {
    count: () => quick.rows<SampleCount>(sampleCount),
    async find() {
      const row = await quick.row("SELECT * FROM sample_market WHERE id = 1");
      return row === undefined ? undefined : readSampleMarket(row);
    },
    async put({ seed, anchorDay, issuers, years, lengths, written, completed }) {
      await durable.rows(
        `INSERT INTO sample_market (id, seed, anchor_day, issuers, years, lengths, written, completed)
         VALUES (1, ?, ?, ?, ?, ?, ?, ?)
         ON CONFLICT (id) DO UPDATE SET seed = excluded.seed, anchor_day = excluded.anchor_day, issuers = excluded.issuers,
           years = excluded.years, lengths = excluded.lengths, written = excluded.written, completed = excluded.completed`,
        [seed, anchorDay, issuers, years, lengths, written, completed ? 1 : 0],
      );
    },
  };
}
