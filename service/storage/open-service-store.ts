import { openStore } from "./open-store.ts";
import type { Store } from "./store.ts";

export { searchFileName } from "./search-file.ts";

export interface StorePlace {
  readonly data: string;
  /** Empty: SQLite in the data folder. */
  readonly databaseUrl: string;
}

/** The store that the settings name. */
export async function openServiceStore(
  { data, databaseUrl }: StorePlace,
  options: { readonly serving?: boolean } = {},
): Promise<Store> {
  if (databaseUrl === "") return openStore(data, options);
  // Loaded, with its driver, where it is used.
  const { openPostgres } = await import("./postgres/open-postgres.ts");
  try {
    return await openPostgres({ url: databaseUrl, dataFolder: data });
  } catch (error) {
    throw new Error(`The database of HIRAKU_DATABASE_URL can't be used: ${reasonOf(error)}`, { cause: error });
  }
}

/** Several addresses of a host that all refuse are told as one error without a message. */
function reasonOf(error: unknown): string {
  const first = error instanceof AggregateError ? error.errors[0] : error;
  return first instanceof Error ? first.message : String(first);
}
