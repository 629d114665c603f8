/**
 * Security codes of Japanese issuers: four characters (7203, 130A), or five where the fifth is the kind of share. A
 * fifth character 0 is the common share, so 72030 and 7203 are the same code.
 */

/** The canonical form before a final 0 is removed. */
const shape = /^[0-9][0-9A-Z][0-9][0-9A-Z][0-9A-Z]?$/;

/** The forms that users type, full-width and lower-case ones too. */
export const typedSecurityCode = /^[0-9０-９][0-9A-Za-z０-９Ａ-Ｚａ-ｚ][0-9０-９][0-9A-Za-z０-９Ａ-Ｚａ-ｚ]{1,2}$/;

/** The canonical form of a code as users type it (full-width and lower case accepted), or undefined. */
export function normaliseSecurityCode(text: string): string | undefined {
  const code = text.normalize("NFKC").trim().toUpperCase();
  if (!shape.test(code)) return undefined;
  return code.length === 5 && code.endsWith("0") ? code.slice(0, 4) : code;
}
