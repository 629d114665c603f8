/** Read from the URL of an OpenSearch. */
export interface SearchPlace {
  readonly origin: string;
  /** For `Authorization`; undefined without a user. */
  readonly credentials: string | undefined;
  /** Every index of this installation begins with it. */
  readonly prefix: string;
  readonly shards: number;
}

const shardsMax = 256;

/** `http(s)://user:password@host:9200?prefix=name&shards=1`; undefined where it is something else. */
export function readSearchPlace(text: string): SearchPlace | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  if (!["http:", "https:"].includes(url.protocol) || url.pathname !== "/" || url.hash !== "") return undefined;
  const known = new Set(["prefix", "shards"]);
  if ([...url.searchParams.keys()].some((key) => !known.has(key))) return undefined;
  const prefix = url.searchParams.get("prefix") ?? "hiraku";
  const shards = Number(url.searchParams.get("shards") ?? "1");
  if (!/^[a-z0-9][a-z0-9-]{0,60}$/.test(prefix)) return undefined;
  if (!Number.isInteger(shards) || shards < 1 || shards > shardsMax) return undefined;
  const user = decodeURIComponent(url.username);
  const password = decodeURIComponent(url.password);
  const credentials = user === "" ? undefined : Buffer.from(`${user}:${password}`).toString("base64");
  return { origin: url.origin, credentials, prefix, shards };
}
