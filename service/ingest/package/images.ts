import { createHash } from "node:crypto";
import { posix } from "node:path";
import type { Archive } from "../../../lib/kit/archives/archive.ts";
import { identifyImage } from "../../../lib/text/format/image-format.ts";

export interface PackageImage {
  readonly name: string;
  readonly mediaType: string;
  readonly bytes: Uint8Array;
}

const imageBytesMax = 20 * 1_048_576;

/**
 * The images that the text refers to, under names that are safe in Markdown and in a URL. Files that are no raster
 * image by their first bytes, or would decode to an extreme size, are left out; the page image shows them anyway.
 */
export class ImageCollection {
  readonly #archive: Archive;
  readonly #names = new Map<string, string>();
  readonly #images = new Map<string, PackageImage>();

  constructor(archive: Archive) {
    this.#archive = archive;
  }

  get images(): readonly PackageImage[] {
    return [...this.#images.values()];
  }

  /** Reads the image that a page refers to; undefined where it can't be delivered. */
  async take(page: string, source: string): Promise<void> {
    const path = resolve(page, source);
    if (path === undefined || this.#names.has(path) || !this.#archive.has(path)) return;
    const size = this.#archive.entries.find((entry) => entry.path === path)?.byteSize ?? 0;
    if (size > imageBytesMax) return;
    const bytes = await this.#archive.read(path);
    const format = identifyImage(bytes);
    if (format === undefined) return;
    const name = this.#freeName(path, format.extension);
    this.#names.set(path, name);
    this.#images.set(name, { name, mediaType: format.mediaType, bytes });
  }

  nameOf(page: string, source: string): string | undefined {
    const path = resolve(page, source);
    return path === undefined ? undefined : this.#names.get(path);
  }

  #freeName(path: string, extension: string): string {
    const base = posix.basename(path).replace(/\.[^.]*$/, "");
    const safe = /^[A-Za-z0-9_-]{1,60}$/.test(base)
      ? base
      : createHash("sha256").update(path).digest("hex").slice(0, 16);
    const plain = `${safe}.${extension}`;
    if (!this.#images.has(plain)) return plain;
    return `${safe}-${createHash("sha256").update(path).digest("hex").slice(0, 8)}.${extension}`;
  }
}

function resolve(page: string, source: string): string | undefined {
  if (/^[a-z][a-z0-9+.-]*:|^\/|\\/i.test(source)) return undefined;
  const clean = source.replace(/[?#].*$/, "");
  let decoded: string;
  try {
    decoded = decodeURIComponent(clean);
  } catch {
    return undefined;
  }
  const path = posix.normalize(posix.join(posix.dirname(page), decoded));
  return path.startsWith("..") ? undefined : path;
}
