export type TagVerdict = "same" | "changed" | "unknown";

const form = /^([\w-]{1,64})\.([\w-]{16,128})$/;

/** Tags without a version, or of two versions, say nothing: a text is never called the same by anything else. */
export function compareTags(before: string | null | undefined, after: string | null | undefined): TagVerdict {
  const a = form.exec(before ?? "");
  const b = form.exec(after ?? "");
  if (a === null || b === null || a[1] !== b[1]) return "unknown";
  return a[2] === b[2] ? "same" : "changed";
}
