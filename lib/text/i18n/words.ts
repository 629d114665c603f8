/**
 * Formats messages in two languages. They use a subset of ICU: `{name}` and `{n, plural, one {# page} other {#
 * pages}}`. A full formatter would be larger than all messages of the app, so the browser gets this small one.
 */

export const locales = ["en", "ja"] as const;
export type Locale = (typeof locales)[number];

export type Values = Readonly<Record<string, string | number>>;
export type Messages = Readonly<Record<string, string>>;

/** Looks up a message by its key and fills it in. A missing key is shown as itself; a test finds missing keys. */
export type Words<Key extends string = string> = (key: Key, values?: Values) => string;

export function makeWords<M extends Messages>(messages: M, locale: Locale): Words<Extract<keyof M, string>> {
  return (key, values) => {
    const message = messages[key];
    return message === undefined ? key : fill(message, values ?? {}, locale);
  };
}

/** Taken apart once, since a page says it for each row. `#` is the number of the plural around it. */
type Part = string | Placeholder;

interface Placeholder {
  readonly name: string;
  /** Undefined where the value itself is shown. */
  readonly branches?: ReadonlyMap<string, readonly Part[]>;
  readonly isCount?: true;
}

const taken = new Map<string, readonly Part[]>();

/** Numbers get the language's digit grouping; years and codes are passed as strings. */
function fill(message: string, values: Values, locale: Locale): string {
  if (!message.includes("{")) return message;
  const parts = taken.get(message) ?? takeApart(message, undefined);
  taken.set(message, parts);
  return written(parts, values, locale);
}

function written(parts: readonly Part[], values: Values, locale: Locale): string {
  let out = "";
  for (const part of parts) out += typeof part === "string" ? part : fillOne(part, values, locale);
  return out;
}

function fillOne({ name, branches, isCount }: Placeholder, values: Values, locale: Locale): string {
  const value = values[name];
  if (branches === undefined && isCount === undefined) return shown(value);
  const count = Number(value ?? 0);
  if (branches === undefined) return shown(count);
  const rule = () => branches.get(pluralRule(count, locale)) ?? branches.get("other");
  return written(branches.get(`=${count}`) ?? rule() ?? [], values, locale);
}

/** `counted`: the name of the plural that the text is a branch of. */
function takeApart(text: string, counted: string | undefined): readonly Part[] {
  const parts: Part[] = [];
  const addText = (piece: string) => {
    for (const [at, each] of (counted === undefined ? [piece] : piece.split("#")).entries()) {
      if (at > 0 && counted !== undefined) parts.push({ name: counted, isCount: true });
      if (each !== "") parts.push(each);
    }
  };
  let at = 0;
  for (let open = text.indexOf("{"); open !== -1; open = text.indexOf("{", at)) {
    const close = closingBrace(text, open);
    addText(text.slice(at, open));
    parts.push(placeholder(text.slice(open + 1, close)));
    at = close + 1;
  }
  addText(text.slice(at));
  return parts;
}

function placeholder(text: string): Placeholder {
  const [, name, branches] = /^\s*(\w+)\s*,\s*plural\s*,([\s\S]*)$/.exec(text) ?? [];
  return name === undefined || branches === undefined
    ? { name: text.trim() }
    : { name, branches: branchesOf(branches, name) };
}

/**
 * The rule of the language for a count: Japanese has one form, English two. Not by `Intl.PluralRules`, nor are numbers
 * written by `Intl.NumberFormat`: making the first one takes a browser 20 to 35 ms, on every page.
 */
function pluralRule(count: number, locale: Locale): string {
  return locale === "en" && Math.abs(count) === 1 ? "one" : "other";
}

function branchesOf(text: string, name: string): ReadonlyMap<string, readonly Part[]> {
  const found = new Map<string, readonly Part[]>();
  const label = /\s*([=\w]+)\s*\{/y;
  for (let match = label.exec(text); match !== null; match = label.exec(text)) {
    const open = label.lastIndex - 1;
    const close = closingBrace(text, open);
    found.set(match[1] ?? "", takeApart(text.slice(open + 1, close), name));
    label.lastIndex = close + 1;
  }
  return found;
}

function closingBrace(message: string, open: number): number {
  let depth = 0;
  for (let i = open; i < message.length; i++) {
    if (message[i] === "{") depth++;
    else if (message[i] === "}" && --depth === 0) return i;
  }
  throw new Error(`unbalanced braces in message: ${message}`);
}

function shown(value: string | number | undefined): string {
  if (value === undefined) return "";
  return typeof value === "number" ? writeNumber(value) : value;
}

/** A number with digits in groups of three, which both languages write alike. */
export function writeNumber(value: number): string {
  const [, sign = "", whole = "", decimals = ""] = /^(-?)(\d+)((?:\.\d{1,3})?)$/.exec(String(value)) ?? [];
  // Not finite, to be rounded, or -0: where a page shows such a number, what it costs is paid.
  if (whole === "" || Object.is(value, -0)) return new Intl.NumberFormat("en").format(value);
  return sign + whole.replace(/\B(?=(?:\d{3})+$)/g, ",") + decimals;
}
