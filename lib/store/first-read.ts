import type { Store } from "./database.ts";

/** How far an owner came in the guided first read, and whether the owner has left it. */
export interface FirstRead {
  /** The furthest step reached, from 1. */
  readonly step: number;
  readonly left: boolean;
}

export const firstReadSteps = 3;

interface Row {
  readonly step: number;
  readonly left_at: number | null;
}

/** Only owners who asked for the guide are guided, until they leave it or have read a section. */
export async function findFirstRead(store: Store, ownerId: string): Promise<FirstRead> {
  const guide = store.prepare<[string], Row>("select step, left_at from first_reads where owner_id = ?");
  const row = await guide.get(ownerId);
  return row === undefined ? { step: 1, left: true } : { step: row.step, left: row.left_at !== null };
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
