import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { endpointOf, paidEndpointNames } from "../lib/contract/endpoints.ts";

const folder = path.resolve(import.meta.dirname, "../public");
const bytes = (name: string) => readFileSync(path.join(folder, name));
const text = (name: string) => bytes(name).toString("utf8");

/** Width and height as a PNG's head tells them. */
const sizeOf = (png: Buffer) => [png.readUInt32BE(16), png.readUInt32BE(20)];

describe("public/", () => {
  it("holds what is asked for by name, and else only what is copied there", () => {
    const copied = new Set(["pdf", "fonts"]);
    expect(readdirSync(folder).filter((name) => !copied.has(name))).toEqual([
      "apple-touch-icon.png",
      "favicon.ico",
      "icon-192.png",
      "icon-512.png",
      "icon.svg",
      "llms.txt",
      "manifest.webmanifest",
      "robots.txt",
      "verify.mjs",
    ]);
  });

  it("keeps every page out of every index", () => {
    expect(text("robots.txt")).toMatch(/^User-agent: \*\nDisallow: \/$/m);
  });

  it("has the icons that the manifest names, in the sizes it says", () => {
    const { icons }: { icons: { src: string; sizes: string }[] } = JSON.parse(text("manifest.webmanifest"));
    for (const { src, sizes } of icons.filter(({ src }) => src.endsWith(".png"))) {
      expect(sizeOf(bytes(src.slice(1))).join("x"), src).toBe(sizes);
    }
    expect(icons.some(({ src }) => src === "/icon.svg")).toBe(true);
    expect(sizeOf(bytes("apple-touch-icon.png"))).toEqual([180, 180]);
    const favicon = bytes("favicon.ico");
    expect([0, 1, 2].map((at) => favicon[6 + 16 * at])).toEqual([16, 32, 48]);
  });

  it("tells programs exactly the endpoints that cost credits", () => {
    const paid = paidEndpointNames.map((name) => `${endpointOf(name).method} ${endpointOf(name).path}`);
    const told = [...text("llms.txt").matchAll(/^- `((?:GET|POST) [^`]+)`(?=$|: sections)/gm)].map(([, line]) => line);
    expect(told.sort()).toEqual(paid.sort());
  });
});
