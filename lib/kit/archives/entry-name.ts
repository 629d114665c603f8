import iconv from "iconv-lite";
import { Refusal } from "./refusal.ts";

const deviceName = /^(?:con|prn|aux|nul|clock\$|com[0-9¹²³]|lpt[0-9¹²³])(?:\..*)?$/i;
const nameLengthMax = 512;

/** The checked path inside the archive, with `/`: a path that could leave its folder on any system is refused. */
export function readEntryName(raw: Buffer, isUtf8: boolean): string {
  const name = decodeName(raw, isUtf8).replaceAll("\\", "/");
  if (name.length === 0 || name.length > nameLengthMax) throw unsafe(name);
  if (hasControlCharacter(name) || name.startsWith("/") || /^[A-Za-z]:/.test(name)) throw unsafe(name);
  const parts = (name.endsWith("/") ? name.slice(0, -1) : name).split("/");
  for (const part of parts) {
    if (part === "" || part === "." || part === "..") throw unsafe(name);
    if (deviceName.test(part) || /[. ]$/.test(part) || part.includes(":")) throw unsafe(name);
  }
  return name;
}

/** Archives of Japanese producers set the UTF-8 flag, or use CP932 without any flag. */
function decodeName(raw: Buffer, isUtf8: boolean): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(raw);
  } catch {
    if (isUtf8) throw new Refusal("unsafe_path", "A name in the archive is not the UTF-8 it claims to be.");
    return iconv.decode(raw, "cp932");
  }
}

function hasControlCharacter(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit < 0x20 || unit === 0x7f) return true;
  }
  return false;
}

function unsafe(name: string): Refusal {
  return new Refusal(
    "unsafe_path",
    `The archive holds a path that is not allowed: ${JSON.stringify(name.slice(0, 120))}.`,
  );
}
