/**
 * Decodes an untrusted image and encodes its pixels anew, so that nothing of the filed bytes is delivered: no metadata,
 * no second file behind the image, no animation.
 */
import { readFileSync, statSync } from "node:fs";
import { type Canvas, createCanvas, loadImage } from "@napi-rs/canvas";
import { serveWork } from "../../lib/kit/workers/serve-work.ts";
import { figureBytesMax } from "../../lib/text/format/figure-limits.ts";
import { identifyImage } from "../../lib/text/format/image-format.ts";
import type { ImageWork } from "./protocol.ts";

const fileBytesMax = 20 * 1_048_576;
/** Four bytes each while it is decoded, and again while it is drawn. */
const pixelsMax = 16_000_000;
/** A line of a diagram is readable at this width, and a screen shows no more. */
const sideMax = 2_400;
const jpegQualities = [85, 70, 55];
const shrinkSteps = 6;

async function figure(file: string): Promise<Uint8Array> {
  const { size } = statSync(file);
  if (size > fileBytesMax) throw new Error(`the image has ${size} bytes, more than ${fileBytesMax}`);
  const bytes = readFileSync(file);
  // By its first bytes, since the decoder would also take SVG, which refers to other files.
  const format = identifyImage(bytes);
  if (format === undefined) throw new Error("the file is no PNG, JPEG or GIF");
  const { width, height, mediaType } = format;
  if (width * height > pixelsMax) throw new Error(`the image has ${width} × ${height} pixels`);
  const image = await loadImage(bytes);
  if (image.width !== width || image.height !== height) throw new Error("the image has another size than it states");
  let scale = Math.min(1, sideMax / Math.max(width, height));
  for (let step = 0; step < shrinkSteps; step++, scale *= 0.7) {
    const canvas = createCanvas(Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale)));
    const context = canvas.getContext("2d");
    // Black lines on nothing would be invisible on a dark page.
    context.fillStyle = "#ffffff";
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    const encoded = await encode(canvas, mediaType === "image/jpeg");
    if (encoded !== undefined) return encoded;
  }
  throw new Error("the image can't be made small enough");
}

/** Diagrams stay sharp as PNG; photographs, and what would be too large, become JPEG. */
async function encode(canvas: Canvas, isPhotograph: boolean): Promise<Uint8Array | undefined> {
  if (!isPhotograph) {
    const png = await canvas.encode("png");
    if (png.length <= figureBytesMax) return new Uint8Array(png);
  }
  for (const quality of jpegQualities) {
    const jpeg = await canvas.encode("jpeg", quality);
    if (jpeg.length <= figureBytesMax) return new Uint8Array(jpeg);
  }
  return undefined;
}

serveWork<ImageWork>({ figure: ({ file }) => figure(file) });
