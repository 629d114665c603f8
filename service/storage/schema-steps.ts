import type { Engine } from "../../lib/kit/moving/moved-table.ts";

/** One step forward of both engines. Its id is its identity for ever: a published step is never edited, only followed. */
export interface SchemaStep {
  readonly id: string;
  /** In the words that both understand, as `ALTER TABLE documents ADD COLUMN name text`; else in those of each. */
  readonly sql: string | Readonly<Record<Engine, string>>;
}

/** New columns and tables come here. What each engine had before is in its own schema. */
export const schemaSteps: readonly SchemaStep[] = [
  { id: "documents-divided-anew", sql: "ALTER TABLE documents ADD COLUMN divided_anew text" },
];

export function sqlOn(engine: Engine, { sql }: SchemaStep): string {
  return typeof sql === "string" ? sql : sql[engine];
}
