import { oncePerStore, type Store } from "./database.ts";

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

/** Whoever has never bought anything is guided, until the guide is left. */
export function findFirstRead(store: Store, ownerId: string): FirstRead {
  const row = guideOf(store).get(ownerId);
  if (row !== undefined) return { step: row.step, left: row.left_at !== null };
  return { step: 1, left: anyIntentOf(store).get(ownerId) !== undefined };
}

const guideOf = oncePerStore((store) =>
  store.prepare<[string], Row>("select step, left_at from first_reads where owner_id = ?"),
);
const anyIntentOf = oncePerStore((store) =>
  store.prepare<[string]>("select 1 from intents where owner_id = ? limit 1"),
);

/**
 * The first step, not left, begins the guide again. Otherwise the step never goes back, and a guide that was left stays
 * left, so that progress which arrives late can't bring it back.
 */
export function saveFirstRead(store: Store, ownerId: string, { step, left }: FirstRead, nowMs: number): void {
  store
    .prepare(
      `insert into first_reads (owner_id, step, left_at) values (@owner_id, @step, @left_at)
       on conflict (owner_id) do update set
         step = iif(@begins, @step, max(step, @step)), left_at = iif(@begins, null, coalesce(@left_at, left_at))`,
    )
    .run({ owner_id: ownerId, step, left_at: left ? nowMs : null, begins: Number(step === 1 && !left) });
}
