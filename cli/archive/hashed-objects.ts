import { Readable } from "node:stream";
import { type BlobPlace, defaultPlace } from "../../lib/kit/objects/place.ts";
import { type ObjectFacts, openS3Objects, type S3Objects } from "../../lib/kit/objects/s3-objects.ts";
import { type FoundFile, filesIn, type HashedFiles } from "./hashed-files.ts";
import { type Half, hashPath, isHash } from "./layout.ts";

const blobsPrefix = "blobs/";
const bodiesPrefix = "bodies/";
const rangeBytes = 8_388_608;

/** For files outside the data folder. */
export interface Places {
  readonly place?: BlobPlace | undefined;
  readonly webPlace?: BlobPlace | undefined;
}

export function filesOf(half: Half, dataFolder: string, { place, webPlace }: Places): HashedFiles {
  if (half.name === "web") {
    if (webPlace === undefined) return filesIn(half, dataFolder);
    return webPlace.kind === "folder"
      ? filesIn(half, webPlace.folder, bodiesPrefix)
      : objectsOf(half, openS3Objects(webPlace), "");
  }
  const at = place ?? defaultPlace(dataFolder);
  return at.kind === "folder" ? filesIn(half, at.folder, blobsPrefix) : objectsOf(half, openS3Objects(at), blobsPrefix);
}

/** Its keys are the names in an archive without `prefix`. */
function objectsOf(half: Half, objects: S3Objects, prefix: string): HashedFiles {
  const keyIn = (name: string): string => name.slice(prefix.length);
  const found = (facts: ObjectFacts): FoundFile => ({
    title: objects.name + facts.key,
    name: prefix + facts.key,
    hash: facts.key.slice(-64),
    byteSize: facts.byteSize,
    open: () => Readable.from(rangesOf(objects, facts), { objectMode: false, highWaterMark: rangeBytes }),
  });
  return {
    async find(hash) {
      for (const folder of half.files) {
        const facts = await objects.head(keyIn(hashPath(folder, hash)));
        if (facts !== undefined) return found(facts);
      }
      return undefined;
    },
    async *list(folder) {
      for await (const facts of objects.list(`${keyIn(folder)}/`)) if (isHash(facts.key.slice(-64))) yield found(facts);
    },
    async setAside() {
      let count = 0;
      for await (const _ of objects.list("damaged/")) count++;
      return { count, where: `${objects.name}damaged` };
    },
  };
}

async function* rangesOf(objects: S3Objects, { key, byteSize, etag }: ObjectFacts): AsyncGenerator<Buffer> {
  for (let start = 0; start < byteSize; start += rangeBytes) {
    const range = await objects.read(key, { start, byteCount: rangeBytes, etag });
    if (range === undefined) throw Object.assign(new Error(`${objects.name}${key} is missing.`), { code: "ENOENT" });
    yield range.bytes;
  }
}
