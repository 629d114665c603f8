import type { Connection, FieldDef, Submittable } from "pg";

/** A statement with the values of this time; one with a name is prepared once for each connection. */
export interface Statement {
  readonly name?: string;
  readonly text: string;
  readonly values: readonly unknown[];
}

interface Answered {
  readonly resolve: (rows: object[][]) => void;
  readonly reject: (error: unknown) => void;
}

/** Reads one row as the protocol gives it. */
type Reader = (fields: readonly (string | null)[]) => object;
/** How values of a type are read. */
export type ParserOf = (oid: number) => (text: string) => unknown;

/** By name; null where it is not known whether it is prepared. */
const preparedOn = new WeakMap<Connection, Map<string, Reader | null>>();

/**
 * Statements that go to the database in one message and are one transaction there. The driver's own query asks for the
 * description of the columns each time and reads it anew; what a prepared statement answers never changes, so here that
 * is asked once for each connection. The driver drives this by its interface for queries of others (`Submittable`).
 */
export class Statements implements Submittable {
  readonly #asked: readonly Statement[];
  readonly #parserOf: ParserOf;
  readonly #answered: Answered;
  readonly #rows: object[][];
  readonly #readers: (Reader | undefined)[] = [];
  #prepared = new Map<string, Reader | null>();
  #at = 0;
  #failure: unknown;
  #isBroken = false;

  constructor(asked: readonly Statement[], parserOf: ParserOf, answered: Answered) {
    this.#asked = asked;
    this.#parserOf = parserOf;
    this.#answered = answered;
    this.#rows = asked.map(() => []);
  }

  submit(connection: Connection): void {
    this.#prepared = preparedOn.get(connection) ?? new Map();
    preparedOn.set(connection, this.#prepared);
    connection.stream.cork();
    try {
      for (const each of this.#asked) this.#send(connection, each);
      connection.sync();
    } finally {
      connection.stream.uncork();
    }
  }

  #send(connection: Connection, { name = "", text, values }: Statement): void {
    const known = this.#prepared.get(name);
    if (known === undefined || known === null) {
      if (known === null) connection.close({ type: "S", name }, true);
      connection.parse({ name, text, types: [] }, true);
      if (name !== "") this.#prepared.set(name, null);
    }
    connection.bind({ statement: name, values: values.map(wireValue) }, true);
    if (known === undefined || known === null) connection.describe({ type: "P" }, true);
    connection.execute(null, true);
    this.#readers.push(known ?? undefined);
  }

  handleRowDescription({ fields }: { readonly fields: readonly FieldDef[] }): void {
    this.#readers[this.#at] = readerOf(fields, this.#parserOf);
  }

  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    if (this.#isBroken) return;
    try {
      const row = this.#readers[this.#at]?.(fields);
      if (row !== undefined) this.#rows[this.#at]?.push(row);
    } catch (error) {
      // Told when the connection is ready for the next one.
      this.#isBroken = true;
      this.#failure = error;
    }
  }

  handleCommandComplete(): void {
    const name = this.#asked[this.#at]?.name;
    if (name !== undefined) this.#prepared.set(name, this.#readers[this.#at] ?? noRow);
    this.#at++;
  }

  handleEmptyQuery(): void {
    this.handleCommandComplete();
  }

  handlePortalSuspended(): void {}

  handleError(error: unknown): void {
    this.#answered.reject(error);
  }

  handleReadyForQuery(): void {
    if (this.#isBroken) this.#answered.reject(this.#failure);
    else this.#answered.resolve(this.#rows);
  }
}

const noRow: Reader = () => ({});

function readerOf(fields: readonly FieldDef[], parserOf: ParserOf): Reader {
  const columns = fields.map(({ name, dataTypeID }) => ({ name, parse: parserOf(dataTypeID) }));
  // Copied for each row, so that all rows are objects of one shape.
  const empty: Record<string, unknown> = Object.fromEntries(columns.map(({ name }) => [name, null]));
  return (values) => {
    const row = { ...empty };
    for (let i = 0; i < columns.length; i++) {
      const [column, value] = [columns[i], values[i]];
      if (column !== undefined && value !== undefined && value !== null) row[column.name] = column.parse(value);
    }
    return row;
  };
}

function wireValue(value: unknown): string | Buffer | null {
  if (value === null || value === undefined) return null;
  if (typeof value === "string") return value;
  if (typeof value === "number" || typeof value === "bigint" || typeof value === "boolean") return String(value);
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  if (Array.isArray(value)) return `{${value.map(elementOf).join(",")}}`;
  throw new TypeError("A statement takes texts, numbers, bytes and lists of them.");
}

function elementOf(value: unknown): string {
  const wire = wireValue(value);
  if (wire === null) return "NULL";
  const text = typeof wire === "string" ? wire : `\\x${wire.toString("hex")}`;
  return Array.isArray(value) ? text : `"${text.replace(/[\\"]/g, "\\$&")}"`;
}

/**
 * Statements are written with `?`. Each is prepared once a connection, under a name; there are few texts, and those of
 * bulk inserts, of which there are many, are not named.
 */
const statements = new Map<string, Omit<Statement, "values">>();
const namedCountMax = 400;

export function prepared(sql: string): Omit<Statement, "values"> {
  const known = statements.get(sql);
  if (known !== undefined) return known;
  let count = 0;
  const text = sql.replace(/\?/g, () => `$${++count}`);
  if (statements.size >= namedCountMax || text.length > 8_000) return { text };
  const statement = { name: `hiraku_${statements.size}`, text };
  statements.set(sql, statement);
  return statement;
}
