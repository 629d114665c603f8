/** The name in a `Content-Disposition` (RFC 6266), the extended form first. Only the last part of a path is a name. */
export function deliveredFileName(disposition: string | null): string | null {
  if (disposition === null) return null;
  const extended = /filename\*\s*=\s*UTF-8''([^;\s]+)/i.exec(disposition)?.[1];
  const plain = /filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(disposition);
  const name = extended === undefined ? (plain?.[1]?.replace(/\\(.)/g, "$1") ?? plain?.[2]) : decoded(extended);
  const last = name?.split(/[\\/]/).at(-1)?.replace(/\p{C}/gu, "").trim();
  return last === undefined || last === "" ? null : last.slice(0, 200);
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
