import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { createCanvas, type Image, loadImage } from "@napi-rs/canvas";

export interface Comparison {
  readonly same: readonly string[];
  readonly differing: readonly { readonly name: string; readonly pixels: number; readonly why: string }[];
}

/** Compares two folders of pictures pixel by pixel, and draws each difference: what both have pale, what moved red. */
export async function compareFolders(before: string, after: string, differences: string): Promise<Comparison> {
  rmSync(differences, { recursive: true, force: true });
  mkdirSync(differences, { recursive: true });
  const taken = readdirSync(after).filter((name) => name.endsWith(".png"));
  const known = new Set(readdirSync(before));
  const same: string[] = [];
  const differing: { name: string; pixels: number; why: string }[] = [];
  for (const name of taken.sort()) {
    if (!known.has(name)) {
      differing.push({ name, pixels: 0, why: "was not there before" });
      continue;
    }
    const [old, now] = [before, after].map((folder) => readFileSync(path.join(folder, name)));
    if (old === undefined || now === undefined || old.equals(now)) {
      same.push(name);
      continue;
    }
    const [oldImage, newImage] = [await loadImage(old), await loadImage(now)];
    const { pixels, picture } = difference(oldImage, newImage);
    if (pixels === 0) {
      same.push(name);
      continue;
    }
    writeFileSync(path.join(differences, name), picture());
    const sizes = `${oldImage.width}x${oldImage.height} to ${newImage.width}x${newImage.height}`;
    const resized = oldImage.width !== newImage.width || oldImage.height !== newImage.height;
    differing.push({ name, pixels, why: resized ? sizes : "" });
  }
  return { same, differing };
}

function difference(before: Image, after: Image): { pixels: number; picture: () => Buffer } {
  const width = Math.max(before.width, after.width);
  const height = Math.max(before.height, after.height);
  const pixelsOf = (image: Image) => {
    const context = createCanvas(width, height).getContext("2d");
    context.drawImage(image, 0, 0);
    return context.getImageData(0, 0, width, height).data;
  };
  const [one, other] = [pixelsOf(before), pixelsOf(after)].map((data) => new Uint32Array(data.buffer));
  const canvas = createCanvas(width, height);
  const context = canvas.getContext("2d");
  context.drawImage(after, 0, 0);
  context.fillStyle = "rgb(255 255 255 / 0.75)";
  context.fillRect(0, 0, width, height);
  context.fillStyle = "rgb(255 0 0)";
  let pixels = 0;
  for (let at = 0; at < width * height; at++) {
    if (one?.[at] === other?.[at]) continue;
    pixels++;
    context.fillRect(at % width, Math.floor(at / width), 1, 1);
  }
  return { pixels, picture: () => canvas.toBuffer("image/png") };
}
