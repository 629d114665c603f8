import { hash } from "node:crypto";

/** A fingerprint by which an unchanged publication is recognised, whatever the order of its fields. */
export function fingerprintOf(value: unknown): string {
  return hash("sha256", JSON.stringify(inOrder(value)), "hex");
}

export function hashText(text: string): string {
  return hash("sha256", text, "hex").slice(0, 32);
}

/**
 * The same with the fields of each object in the order of their names, so that the engine writes all of it as JSON at
 * once: value by value takes half as long again. Names are words, which objects keep in the order in which they are set.
 */
function inOrder(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(inOrder);
  const fields: Record<string, unknown> = { ...value };
  const ordered: Record<string, unknown> = {};
  for (const name of Object.keys(fields).sort()) ordered[name] = inOrder(fields[name]);
  return ordered;
}
