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

/** Numbers get the language's digit grouping; years and codes are passed as strings. */
function fill(message: string, values: Values, locale: Locale): string {
  let out = "";
  let at = 0;
  while (at < message.length) {
    const open = message.indexOf("{", at);
    if (open === -1) return out + message.slice(at);
    const close = closingBrace(message, open);
    out += message.slice(at, open) + fillOne(message.slice(open + 1, close), values, locale);
    at = close + 1;
  }
  return out;
}

function fillOne(placeholder: string, values: Values, locale: Locale): string {
  const plural = placeholder.includes(",") ? /^\s*(\w+)\s*,\s*plural\s*,([\s\S]*)$/.exec(placeholder) : null;
  if (plural === null) return shown(values[placeholder.trim()], locale);
  const [, name = "", branches = ""] = plural;
  const count = Number(values[name] ?? 0);
  const rule = pluralRules(locale).select(count);
  const branch = pickBranch(branches, [`=${count}`, rule, "other"]);
  return fill(branch.replaceAll("#", shown(count, locale)), values, locale);
}

/** Made once for each language: making one costs more than the rest of a page's messages. */
const rulesOf = new Map<Locale, Intl.PluralRules>();
const numbersOf = new Map<Locale, Intl.NumberFormat>();

function pluralRules(locale: Locale): Intl.PluralRules {
  const known = rulesOf.get(locale) ?? new Intl.PluralRules(locale);
  rulesOf.set(locale, known);
  return known;
}

function pickBranch(branches: string, wanted: readonly string[]): string {
  const found = new Map<string, string>();
  const label = /\s*([=\w]+)\s*\{/y;
  let match = label.exec(branches);
  while (match !== null) {
    const open = label.lastIndex - 1;
    const close = closingBrace(branches, open);
    found.set(match[1] ?? "", branches.slice(open + 1, close));
    label.lastIndex = close + 1;
    match = label.exec(branches);
  }
  for (const each of wanted) {
    const branch = found.get(each);
    if (branch !== undefined) return branch;
  }
  return "";
}

function closingBrace(message: string, open: number): number {
  let depth = 0;
  for (let i = open; i < message.length; i++) {
    if (message[i] === "{") depth++;
    else if (message[i] === "}" && --depth === 0) return i;
  }
  throw new Error(`unbalanced braces in message: ${message}`);
}

function shown(value: string | number | undefined, locale: Locale): string {
  if (value === undefined) return "";
  return typeof value === "number" ? writeNumber(value, locale) : value;
}

/** A number with the digit grouping of the language. */
export function writeNumber(value: number, locale: Locale): string {
  const known = numbersOf.get(locale) ?? new Intl.NumberFormat(locale);
  numbersOf.set(locale, known);
  return known.format(value);
}
