/**
 * RFC 6266: an ASCII name for old clients, and the real name by RFC 8187 for all others. Names come from filings and
 * manifests, so nothing in them may end the header or look like a folder.
 */
export function attachment(fileName: string): string {
  const name = safeName(fileName);
  const ascii = name.replace(/[^\x20-\x7e]/g, "_").replace(/["\\%]/g, "_");
  const plain = `attachment; filename="${ascii}"`;
  return ascii === name ? plain : `${plain}; filename*=UTF-8''${encodeValue(name)}`;
}

function safeName(fileName: string): string {
  const name = fileName
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, "")
    .replace(/[/\\]/g, "_")
    .trim();
  return /^\.*$/.test(name) ? "original" : name;
}

/** attr-char of RFC 8187 allows fewer characters than encodeURIComponent leaves unencoded. */
function encodeValue(text: string): string {
  return encodeURIComponent(text).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
}
