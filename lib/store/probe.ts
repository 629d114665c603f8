import type { Store } from "./database.ts";

/** One on a full or read-only disk still opens and answers reads. */
export async function storeWorks(store: Store): Promise<boolean> {
  try {
    await store.probe();
    return true;
  } catch {
    return false;
  }
}
