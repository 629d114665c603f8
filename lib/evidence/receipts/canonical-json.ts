/**
 * JSON in the one form that RFC 8785 gives each value: no spaces, names sorted by UTF-16 units, numbers and strings as
 * ECMAScript writes them. A signature over it does not depend on how a record was stored or printed.
 */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

export function canonicalJson(value: Json): string {
  if (typeof value === "string" && !value.isWellFormed()) throw new TypeError("a lone surrogate has no canonical form");
  if (typeof value === "number" && !Number.isFinite(value)) throw new TypeError("JSON has no such number");
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  if (isList(value)) return `[${value.map(canonicalJson).join(",")}]`;
  const fields = Object.keys(value)
    .sort()
    .map((name) => `${canonicalJson(name)}:${canonicalJson(value[name] ?? null)}`);
  return `{${fields.join(",")}}`;
}

function isList(value: object): value is readonly Json[] {
  return Array.isArray(value);
}
