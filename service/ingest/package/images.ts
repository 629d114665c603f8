import { createHash } from "node:crypto";
import { posix } from "node:path";
import type { Archive } from "../archive/archive.ts";

export interface PackageImage {
  readonly name: string;
  readonly mediaType: string;
  readonly bytes: Uint8Array;
}

const imageBytesMax = 20 * 1_048_576;
const pixelsMax = 60_000_000;

/**
 * The images that the text refers to, under names that are safe in Markdown and in a URL. What is not a plain
 * raster image by its first bytes, or unpacks to an absurd size, is left out; the page image shows it anyway.
 */
export class ImageShelf {
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
    const format = identify(bytes);
    if (format === undefined || format.width * format.height > pixelsMax) return;
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

interface ImageFormat {
  readonly mediaType: string;
  readonly extension: string;
  readonly width: number;
  readonly height: number;
}

function identify(bytes: Buffer): ImageFormat | undefined {
  if (bytes.length < 26) return undefined;
  if (bytes.readUInt32BE(0) === 0x89504e47) {
    return { mediaType: "image/png", extension: "png", width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
  }
  if (bytes.toString("latin1", 0, 4) === "GIF8") {
    return { mediaType: "image/gif", extension: "gif", width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
  }
  return bytes.readUInt16BE(0) === 0xffd8 ? identifyJpeg(bytes) : undefined;
}

/** Walks the segments of a JPEG to its frame header, which alone tells its size. */
function identifyJpeg(bytes: Buffer): ImageFormat | undefined {
  let at = 2;
  while (at + 9 < bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
    if (isFrame) {
      const height = bytes.readUInt16BE(at + 5);
      const width = bytes.readUInt16BE(at + 7);
      return { mediaType: "image/jpeg", extension: "jpg", width, height };
    }
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return undefined;
}
