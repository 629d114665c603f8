/** What an address of a database has to be; it is never printed, since it holds a password. */
export const databaseUrlForm = "postgres://user:password@host:5432/database";

export function isDatabaseUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, pathname } = new URL(text);
  return ["postgres:", "postgresql:"].includes(protocol) && hostname !== "" && /^\/[^/]+$/.test(pathname);
}
