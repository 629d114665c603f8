import { normaliseSecurityCode } from "../../contract/security-code.ts";

/** In any width, separated by spaces or commas. `refused` are no codes. */
export function readCodes(text: string): { readonly codes: readonly string[]; readonly refused: readonly string[] } {
  const codes = new Set<string>();
  const refused: string[] = [];
  for (const part of text.split(/[\s\u3000,，、]+/u)) {
    if (part === "") continue;
    const code = normaliseSecurityCode(part);
    if (code === undefined) refused.push(part);
    else codes.add(code);
  }
  return { codes: [...codes], refused };
}
