import { resolve } from "node:path";
import { fileURLToPath } from "node:url";

export type BlobPlace = FolderPlace | S3Place;

export interface FolderPlace {
  readonly kind: "folder";
  readonly folder: string;
}

export interface S3Place {
  readonly kind: "s3";
  readonly bucket: string;
  /** Empty, or ends with `/`. */
  readonly prefix: string;
  /** Undefined: Amazon's own. */
  readonly endpoint: string | undefined;
  /** Undefined: as AWS_REGION says. */
  readonly region: string | undefined;
}

/** `blobs` of the data folder, as long as nothing else is set. */
export function defaultPlace(dataFolder: string): FolderPlace {
  return { kind: "folder", folder: resolve(dataFolder, "blobs") };
}

/** Its name in messages and logs; never holds a secret, since an address with one is refused. */
export function nameOf(place: BlobPlace): string {
  return place.kind === "folder" ? place.folder : `s3://${place.bucket}/${place.prefix}`;
}

export const blobPlaceForm = "a folder, or s3://bucket/prefix?endpoint=…&region=… without keys";

/** A folder, or `s3://bucket/prefix?endpoint=…&region=…`; undefined where it is neither. */
export function readBlobPlace(text: string): BlobPlace | undefined {
  if (text.startsWith("s3://")) return URL.canParse(text) ? readBucket(new URL(text)) : undefined;
  if (text.startsWith("file:///")) return { kind: "folder", folder: resolve(fileURLToPath(text)) };
  // Another kind of address is a mistake and no name of a folder.
  return text === "" || /^[a-z0-9+.-]+:/i.test(text) ? undefined : { kind: "folder", folder: resolve(text) };
}

function readBucket(url: URL): S3Place | undefined {
  const names = [...url.searchParams.keys()];
  const known = names.every((name) => name === "endpoint" || name === "region");
  if (!known || new Set(names).size !== names.length) return undefined;
  // Keys in an address would be logged with it.
  if (url.username !== "" || url.password !== "" || url.port !== "" || url.hash !== "") return undefined;
  const endpoint = url.searchParams.get("endpoint") ?? undefined;
  const region = url.searchParams.get("region") ?? undefined;
  const prefix = url.pathname.replace(/^\/+|\/+$/g, "");
  const segments = prefix === "" ? [] : prefix.split("/");
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(url.hostname)) return undefined;
  if (segments.some((segment) => !/^[A-Za-z0-9._-]+$/.test(segment) || /^\.+$/.test(segment))) return undefined;
  if (endpoint !== undefined && !isEndpoint(endpoint)) return undefined;
  if (region !== undefined && !/^[a-z0-9-]{1,40}$/.test(region)) return undefined;
  return { kind: "s3", bucket: url.hostname, prefix: segments.map((each) => `${each}/`).join(""), endpoint, region };
}

function isEndpoint(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, search, hash } = new URL(text);
  return ["http:", "https:"].includes(protocol) && [username, password, search, hash].every((part) => part === "");
}
