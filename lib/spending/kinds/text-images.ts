import type { ContentFigure } from "../../contract/resources.ts";
import { identifyImage } from "../../text/format/image-format.ts";

/** An image that came with a text, by the name that the text has for it. */
export interface TextImage {
  readonly name: string;
  readonly media_type: "image/png" | "image/jpeg";
  readonly width: number;
  readonly height: number;
  readonly bytes: Uint8Array;
}

const imagesMax = 1_000;
/** Any service may send these, so the limits of our own are exceeded a little and not relied on. */
const bytesMax = 1_048_576;
const pixelsMax = 20_000_000;

/** Small PNG and JPEG by their first bytes, whatever type the service states; others are left out. */
export function textImages(figures: readonly ContentFigure[]): TextImage[] {
  const images = new Map<string, TextImage>();
  for (const { figure_id: name, data } of figures) {
    if (data === null || images.has(name) || name.length > 300 || data.length > bytesMax * 1.4) continue;
    const bytes = Buffer.from(data, "base64");
    const format = identifyImage(bytes);
    if (format === undefined || format.mediaType === "image/gif" || bytes.length > bytesMax) continue;
    const { mediaType: media_type, width, height } = format;
    if (width * height > pixelsMax) continue;
    images.set(name, { name, media_type, width, height, bytes });
    if (images.size >= imagesMax) break;
  }
  return [...images.values()];
}
