/**
 * Security codes of Japanese issuers: four characters (7203, 130A), or five where the fifth tells the kind of
 * share. A fifth character 0 is the common share, so 72030 and 7203 are the same code.
 */

/** Canonical, before the last 0 goes. */
const shape = /^[0-9][0-9A-Z][0-9][0-9A-Z][0-9A-Z]?$/;

/** The same as users type it: in full width and in lower case too. */
export const typedSecurityCode = /^[0-9０-９][0-9A-Za-z０-９Ａ-Ｚａ-ｚ][0-9０-９][0-9A-Za-z０-９Ａ-Ｚａ-ｚ]{1,2}$/;

/** The canonical form of a code as users type it (full-width and lower case accepted), or undefined. */
export function normaliseSecurityCode(text: string): string | undefined {
  const code = text.normalize("NFKC").trim().toUpperCase();
  if (!shape.test(code)) return undefined;
  return code.length === 5 && code.endsWith("0") ? code.slice(0, 4) : code;
}
