import type { SearchedWord } from "../text/library-words.ts";

/** Values by position (`?`), or one object of values by name (`@name`). */
export type Bound<Params> = Params extends readonly unknown[] ? Params : [Params];

export interface Statement<Params = unknown[], Row = unknown> {
  get(...params: Bound<Params>): Promise<Row | undefined>;
  all(...params: Bound<Params>): Promise<Row[]>;
  run(...params: Bound<Params>): Promise<{ readonly changes: number }>;
}

/** The web app's own store, in SQLite or PostgreSQL: the same statements, written once, with `@name` or `?` parameters. */
export interface Store {
  readonly engine: "sqlite" | "postgres";
  /** Costs nothing until it is run; a text is prepared once. Whole numbers are numbers, bytes are Buffers. */
  prepare<Params extends unknown[] | object = unknown[], Row = unknown>(sql: string): Statement<Params, Row>;
  /**
   * One transaction. Whatever `work` awaits of this store belongs to it (by the asynchronous context), and everything
   * or nothing of it is stored. Nested calls join. Holding it while waiting for a network or a user would block others.
   * `lock` names what must not be decided twice at once, an owner's id for one; on SQLite there is one writer anyway.
   */
  atomically<T>(work: () => Promise<T>, lock?: string): Promise<T>;
  /** The same while nothing in the store has changed; undefined where that can't be told cheaply. */
  version(): Promise<string | undefined>;
  /** The owned texts' index of words, which each engine keeps in its own way. */
  readonly words: WordIndex;
  /** Reads and writes a little of everything; rejects where either fails. */
  probe(): Promise<void>;
  close(): Promise<void>;
}

export interface WordIndex {
  /** Replaces what is kept of an artifact. Called in a transaction. */
  put(text: { readonly ownerId: string; readonly artifactId: string; readonly words: string }): Promise<void>;
  /** A condition on `artifacts.artifact_id`: the owner's texts that contain every word. */
  containing(ownerId: string, words: readonly SearchedWord[]): { readonly sql: string; readonly values: string[] };
}
