import { expect, test } from "vitest";
import { identifyImage } from "./image-format.ts";

const padded = (...bytes: number[]): Uint8Array => Uint8Array.from([...bytes, ...new Array<number>(40).fill(0)]);
const png = (width: number, height: number): Uint8Array => {
  const bytes = padded(0x89, 0x50, 0x4e, 0x47);
  const view = new DataView(bytes.buffer);
  view.setUint32(16, width);
  view.setUint32(20, height);
  return bytes;
};

test("the size of a PNG, GIF and JPEG is read, also from the middle of a buffer", () => {
  expect(identifyImage(png(640, 480))).toEqual({ mediaType: "image/png", extension: "png", width: 640, height: 480 });
  expect(identifyImage(padded(0x47, 0x49, 0x46, 0x38, 0x39, 0x61, 0x2c, 0x01, 0x0a, 0x00))).toMatchObject({
    mediaType: "image/gif",
    width: 300,
    height: 10,
  });
  const jpeg = [0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 2, 0xff, 0xc0, 0, 17, 8, 0, 90, 0, 120];
  expect(identifyImage(padded(...jpeg))).toMatchObject({ mediaType: "image/jpeg", width: 120, height: 90 });
  const shifted = new Uint8Array([7, 7, ...padded(...jpeg)]).subarray(2);
  expect(identifyImage(shifted)).toMatchObject({ width: 120, height: 90 });
});

test("bytes that are no raster image, empty, cut off or far too large are refused", () => {
  expect(identifyImage(new TextEncoder().encode(`<svg xmlns="http://www.w3.org/2000/svg" onload="x()"/>`))).toBe(
    undefined,
  );
  expect(identifyImage(new Uint8Array())).toBe(undefined);
  expect(identifyImage(png(0, 10))).toBe(undefined);
  expect(identifyImage(png(100_000, 100_000))).toBe(undefined);
  expect(identifyImage(padded(0xff, 0xd8, 0xff, 0xe0, 0, 0))).toBe(undefined);
});
