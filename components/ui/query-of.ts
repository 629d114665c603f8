/** A stored query string as query values, repeated names included. */
export function queryOf(text: string | undefined): Record<string, string[]> {
  const query: Record<string, string[]> = {};
  for (const [name, value] of new URLSearchParams(text)) (query[name] ??= []).push(value);
  return query;
}
