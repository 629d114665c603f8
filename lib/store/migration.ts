/**
 * One step of the schema. Steps are only added, never changed, since their ids are recorded in every store. `sql` is
 * written once, as SQLite reads it; PostgreSQL runs its translation (`postgres/translate.ts`).
 */
export interface Migration {
  readonly id: string;
  readonly sql: string;
  /** After `sql`, for what only one engine has. Rows are carried over here: no database of PostgreSQL is as old. */
  readonly sqlite?: string;
  readonly postgres?: string;
  /** For docs/data-model.md: new tables of a feature, and what one row of each is. */
  readonly tables?: Readonly<Record<string, string>>;
}
