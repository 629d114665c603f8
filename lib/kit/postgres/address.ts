/** Never printed, since an address holds a password. */
export const databaseUrlForm = "postgres://user:password@host:5432/database";

export function isDatabaseUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, pathname } = new URL(text);
  return ["postgres:", "postgresql:"].includes(protocol) && hostname !== "" && /^\/[^/]+$/.test(pathname);
}
