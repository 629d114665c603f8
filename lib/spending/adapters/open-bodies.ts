import path from "node:path";
import { type BlobPlace, nameOf } from "../../kit/objects/place.ts";
import { openS3Objects } from "../../kit/objects/s3-objects.ts";
import type { Bodies } from "../ports.ts";
import { bucketBodies } from "./bucket-bodies.ts";
import { fileBodies } from "./file-bodies.ts";

/** The bodies of a data folder that one process has for itself, or of a place that several share. */
export function openBodies(dataFolder: string, place: BlobPlace | undefined): Bodies {
  const own = path.join(/* turbopackIgnore: true */ dataFolder, "bodies");
  if (place === undefined || nameOf(place) === own) return fileBodies(own);
  if (place.kind === "folder") return fileBodies(place.folder, { isShared: true });
  return bucketBodies(openS3Objects(place), path.join(/* turbopackIgnore: true */ dataFolder, "spool"));
}
