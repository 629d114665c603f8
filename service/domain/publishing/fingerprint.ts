import { createHash } from "node:crypto";

/** A fingerprint by which an unchanged publication is recognised, whatever the order of its fields. */
export function fingerprintOf(value: unknown): string {
  return createHash("sha256").update(canonical(value)).digest("hex");
}

export function hashText(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 32);
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, each: unknown) =>
    typeof each === "object" && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  );
}
