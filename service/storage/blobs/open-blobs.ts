import type { BlobPlace } from "../../../lib/kit/objects/place.ts";
import { type BucketObserver, openS3Objects } from "../../../lib/kit/objects/s3-objects.ts";
import type { ManagedBlobs } from "../ports.ts";
import { createFileBlobs, type FileBlobsOptions } from "./file-blobs.ts";
import { createS3Blobs } from "./s3-blobs.ts";

export type OpenBlobsOptions = Omit<FileBlobsOptions, "folder"> & {
  /** On this machine, for files on their way to and from a bucket. */
  readonly spoolFolder: string;
  readonly observe?: BucketObserver | undefined;
};

export function openBlobs(place: BlobPlace, { spoolFolder, observe, ...options }: OpenBlobsOptions): ManagedBlobs {
  return place.kind === "folder"
    ? createFileBlobs({ ...options, folder: place.folder })
    : createS3Blobs({ ...options, objects: openS3Objects(place, { observe }), spoolFolder });
}
