import { createCanvas } from "@napi-rs/canvas";

/** A diagram: two boxes on white. */
export function plainPng(width: number, height: number): Uint8Array {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext("2d");
  context.fillStyle = "#ffffff";
  context.fillRect(0, 0, width, height);
  context.strokeRect(width / 10, height / 10, width / 3, height / 3);
  context.strokeRect(width / 2, height / 2, width / 3, height / 3);
  return new Uint8Array(canvas.toBuffer("image/png"));
}

/** No encoder makes it small without loss. The same each time. */
export function noisyPng(width: number, height: number, seed = 1): Uint8Array {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext("2d");
  const image = context.createImageData(width, height);
  let state = seed;
  for (let at = 0; at < image.data.length; at++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    image.data[at] = at % 4 === 3 ? 255 : state >>> 24;
  }
  context.putImageData(image, 0, 0);
  return new Uint8Array(canvas.toBuffer("image/png"));
}

/** One red pixel. */
export const redDotGif: Uint8Array = Buffer.from(
  "47494638396101000100800000ff000000000021f90400000000002c00000000010001000002024401003b",
  "hex",
);
