import type { Store } from "./database.ts";

/** How far an owner came in the guided first read, and whether the owner has left it. */
export interface FirstRead {
  /** The furthest step reached, from 1. */
  readonly step: number;
  readonly left: boolean;
}

export const firstReadSteps = 4;

interface Row {
  readonly step: number;
  readonly left_at: number | null;
}

/** Owners who have never bought anything are guided, until the guide is left. */
export async function findFirstRead(store: Store, ownerId: string): Promise<FirstRead> {
  const guide = store.prepare<[string], Row>("select step, left_at from first_reads where owner_id = ?");
  const row = await guide.get(ownerId);
  if (row !== undefined) return { step: row.step, left: row.left_at !== null };
  const anyIntent = store.prepare<[string]>("select intent_id from intents where owner_id = ? limit 1");
  return { step: 1, left: (await anyIntent.get(ownerId)) !== undefined };
}

/** Only the first step begins a guide again, so that progress which arrives late can't bring it back. */
export async function saveFirstRead(
  store: Store,
  ownerId: string,
  { step, left }: FirstRead,
  nowMs: number,
): Promise<void> {
  await store
    .prepare(
      `insert into first_reads (owner_id, step, left_at) values (@owner_id, @step, @left_at)
       on conflict (owner_id) do update set
         step = case when @begins = 1 or excluded.step > first_reads.step then excluded.step else first_reads.step end,
         left_at = case when @begins = 1 then null else coalesce(excluded.left_at, first_reads.left_at) end`,
    )
    .run({ owner_id: ownerId, step, left_at: left ? nowMs : null, begins: Number(step === 1 && !left) });
}
