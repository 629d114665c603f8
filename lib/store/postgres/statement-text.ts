/**
 * The store's statements name their values `@name`, or mark them `?`; PostgreSQL numbers them `$1`. A name that comes
 * twice is one value. Texts in quotes, quoted identifiers and comments stay as they are.
 */
export interface StatementText {
  readonly text: string;
  /** Of the values, in the order of their numbers; undefined where they are marked by position. */
  readonly names: readonly string[] | undefined;
  /** Running it twice is the same as running it once. */
  readonly onlyReads: boolean;
}

const parts = /'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|\/\*[\s\S]*?\*\/|::\s*\w+|@([A-Za-z_]\w*)|\?|[^'"@?:/-]+|[\s\S]/g;

export function statementText(sql: string): StatementText {
  const names: string[] = [];
  let marks = 0;
  const text = sql.replace(parts, (part, name: string | undefined) => {
    if (part === "?") return `$${++marks}`;
    if (name === undefined) return part;
    if (!names.includes(name)) names.push(name);
    return `$${names.indexOf(name) + 1}`;
  });
  if (marks > 0 && names.length > 0) throw new Error(`A statement names its values or marks them, not both: ${sql}`);
  return { text, names: names.length > 0 ? names : undefined, onlyReads: /^\s*select\b/i.test(sql) };
}

/** The values in the order of their numbers. */
export function boundValues({ names, text }: StatementText, params: readonly unknown[]): unknown[] {
  if (names === undefined) return params.filter((each) => !isNamed(each)).map(bound);
  const [given] = params;
  if (!isNamed(given)) throw new Error(`A statement is run without the values that it names: ${text}`);
  const values = new Map(Object.entries(given));
  return names.map((name) => {
    const value = values.get(name);
    if (value === undefined) throw new Error(`A statement is run without its value @${name}: ${text}`);
    return bound(value);
  });
}

function isNamed(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !ArrayBuffer.isView(value) && !Array.isArray(value);
}

/** PostgreSQL has no zero character in its texts, and refuses a statement that brings one. */
function bound(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(bound);
  return typeof value === "string" && value.includes("\u0000") ? value.replaceAll("\u0000", "\ufffd") : value;
}
