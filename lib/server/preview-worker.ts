import { createCanvas, loadImage } from "@napi-rs/canvas";
import { serveWork } from "../kit/workers/serve-work.ts";
import { identifyImage } from "../text/format/image-format.ts";
import type { PreviewWork } from "./preview-maker.ts";

/** Wide enough to read headings and see tables, in a twelfth of the bytes. */
const widthMax = 496;
const quality = 30;
const pixelsMax = 16_000_000;

/** Null where it can't be decoded. By its first bytes, since the decoder would also take SVG. */
async function preview(bytes: Uint8Array): Promise<Uint8Array | null> {
  const format = identifyImage(bytes);
  if (format === undefined || format.width * format.height > pixelsMax) return null;
  const image = await loadImage(Buffer.from(bytes)).catch(() => null);
  if (image === null || image.width === 0 || image.height === 0) return null;
  const scale = Math.min(1, widthMax / image.width);
  const canvas = createCanvas(Math.round(image.width * scale), Math.max(1, Math.round(image.height * scale)));
  const context = canvas.getContext("2d");
  context.imageSmoothingQuality = "high";
  context.fillStyle = "#ffffff";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Uint8Array(await canvas.encode("webp", quality));
}

serveWork<PreviewWork>({ preview });
