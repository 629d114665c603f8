import type { Database } from "./database.ts";

/** One step forward. Its id is its identity for ever: a published step is never edited, only followed by another. */
export interface Migration {
  readonly id: string;
  readonly apply: string | ((db: Database) => void);
}
