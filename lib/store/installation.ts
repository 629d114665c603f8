import type { Store } from "./store.ts";

/** Shared by all web apps of one database. */
export interface Installation {
  /** Marks the place of its files. */
  readonly mark: string;
  /** Something was bought already, so that its files are somewhere. */
  readonly hasBodies: boolean;
}

export async function readInstallation(store: Store): Promise<Installation> {
  const row = await store
    .prepare<[], { mark: string; bodies: number }>(
      "select mark, exists (select 1 from artifacts) as bodies from installation where id = 1",
    )
    .get();
  if (row === undefined) throw new Error("The web app's database has lost its row of 'installation'.");
  return { mark: row.mark, hasBodies: row.bodies === 1 };
}

/** False where the secret noted before is not among the known ones: the database would not open. */
export async function noteSecret(store: Store, secretIds: readonly string[]): Promise<boolean> {
  return store.atomically(async () => {
    const row = await store
      .prepare<[], { secret_id: string | null }>("select secret_id from installation where id = 1")
      .get();
    const noted = row?.secret_id ?? null;
    if (noted !== null && !secretIds.includes(noted)) return false;
    const [newest] = secretIds;
    if (noted !== newest) await store.prepare("update installation set secret_id = ? where id = 1").run(newest);
    return true;
  }, "installation");
}
