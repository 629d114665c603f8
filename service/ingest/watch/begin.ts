import type { IngestRecord, IngestRecords } from "../../storage/ports.ts";

/** Something that was begun so often and never ended has ended the program. */
export const cutsMax = 3;

/** Records that it is begun, so that it is known what a program ended with; where `work` fails it waits as before. */
export async function begin(records: IngestRecords, record: IngestRecord, work: () => Promise<void>): Promise<void> {
  await records.put([{ ...record, state: "under_way" }]);
  try {
    await work();
  } catch (error) {
    await records.put([record]);
    throw error;
  }
}
