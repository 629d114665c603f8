import type { Database } from "../../storage/sqlite/database.ts";

export interface StoredPlace {
  /** Of the store, for an engine outside of it. */
  readonly mark: string;
  /** `left`: publications are not written to the store's own index; `returning`: they are, and it is not complete. */
  readonly embedded: "kept" | "left" | "returning";
}

export function placeOf(db: Database): StoredPlace {
  const row = db.prepare<[], StoredPlace>("SELECT mark, embedded FROM search_place").get();
  if (row === undefined) throw new Error("The store does not say where it is searched: run the migrations.");
  return row;
}

export function setEmbedded(db: Database, embedded: StoredPlace["embedded"]): void {
  db.prepare("UPDATE search_place SET embedded = ? WHERE embedded <> ?").run(embedded, embedded);
}
