export type Engine = "sqlite" | "postgres";
export type Value = string | number | null | Uint8Array;
export type Row = Readonly<Record<string, Value>>;

/** A table as it is carried from one engine to another: the same columns and values on both. */
export interface MovedTable {
  readonly name: string;
  readonly columns: readonly string[];
  /** Names one row, and is never null: what was carried is found again by the last of them. */
  readonly key: readonly string[];
  readonly on?: Readonly<Partial<Record<Engine, OwnForm>>>;
  /** For tables with large values. */
  readonly rowsAtOnce?: number;
  /** Numbers its rows: later ones get higher numbers than any that was carried. */
  readonly numberedBy?: string;
  /** Made with the schema, and replaced by what is carried. */
  readonly isSeeded?: true;
}

export interface OwnForm {
  /** Orders its rows where its own index does; read from it. */
  readonly key?: readonly string[];
  /** Is read instead of the table, and has the columns above. */
  readonly from?: string;
  /** Columns that it has besides, with the expression that fills them; undefined where the engine does. */
  readonly besides?: Readonly<Record<string, string | undefined>>;
  /** For a row that is several of its own. */
  readonly split?: (row: Row) => readonly Row[];
  readonly splitColumns?: readonly string[];
  /** Run before it is read, from whatever row. */
  readonly before?: readonly string[];
  /** Has as many rows, and is counted without that. */
  readonly counted?: string;
  /** Makes rows equal whose values differ and mean the same. */
  readonly meaning?: (row: Row) => Row;
  /** How its rows are stored, where a statement for one table is not all of it. */
  readonly put?: (db: MovingDatabase, rows: readonly Row[]) => Promise<void>;
}

/** One store, while it is moved and nobody else uses it. Statements have `?` for their values. */
export interface MovingDatabase {
  readonly engine: Engine;
  rows(sql: string, values?: readonly Value[]): Promise<Row[]>;
  /** All of it or nothing; what `work` does goes through this store again. */
  transaction(work: () => Promise<void>): Promise<void>;
}

export const quoted = (name: string): string => `"${name}"`;
