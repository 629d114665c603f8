import { beforeEach, expect, test } from "vitest";
import type { ContentFigure } from "../../contract/resources.ts";
import { first } from "../../store/testing/test-store.ts";
import { serveIllustration } from "../http/serve-illustration.ts";
import { simSpender } from "../simulation/app.ts";
import { imageName } from "../simulation/sample-document.ts";
import { ann, at, buy, charged, restart, sections, upstream } from "../testing/purchase-setup.ts";
import { textImages } from "./text-images.ts";

beforeEach(() => restart());

const png = (width: number, height: number, length = 60): string => {
  const bytes = Buffer.alloc(length);
  bytes.write("\x89PNG\r\n\x1a\n", "latin1");
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes.toString("base64");
};
const gif = Buffer.from("474946383961640064008000000000000000000000000000000000000000", "hex").toString("base64");
const figure = (figure_id: string, data: string | null, media_type = "image/png"): ContentFigure => ({
  figure_id,
  section_id: null,
  media_type,
  data,
});

test("an image is known by its bytes, whatever type the service states", () => {
  const [only, ...others] = textImages([
    figure("a.png", png(30, 20), "image/svg+xml"),
    figure("b.svg", Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'>".padEnd(80)).toString("base64")),
    figure("c.png", Buffer.from("<html>".padEnd(80)).toString("base64")),
    figure("d.gif", gif),
    figure("e.png", "not base64 at all"),
    figure("f.png", null),
  ]);
  expect(others).toEqual([]);
  expect(only).toMatchObject({ name: "a.png", media_type: "image/png", width: 30, height: 20 });
});

test("images that are too many, too heavy or too large to be drawn are left out, and the first of a name counts", () => {
  const images = textImages([
    figure("a.png", png(30, 20)),
    figure("a.png", png(99, 99)),
    figure("bomb.png", png(50_000, 50_000)),
    figure("heavy.png", png(30, 20, 2_000_000)),
    ...Array.from({ length: 2_000 }, (_, n) => figure(`${n}.png`, png(1, 1))),
  ]);
  expect(images).toHaveLength(1_000);
  expect(images[0]).toMatchObject({ name: "a.png", width: 30 });
  expect(images.map((each) => each.name)).not.toContain("bomb.png");
  expect(images.map((each) => each.name)).not.toContain("heavy.png");
});

test("the images of a bought text are stored with it, for its owner alone", async () => {
  await buy(sections("s1"));
  const { illustrations } = at.app.rows;
  expect(await illustrations.illustrationsOf("ann", upstream, "D1")).toEqual([
    { name: imageName, media_type: "image/png", width: 1, height: 1 },
  ]);
  expect((await illustrations.illustration("ann", upstream, "D1", imageName))?.bytes.byteLength).toBeGreaterThan(60);
  expect(await illustrations.illustration("ben", upstream, "D1", imageName)).toBeUndefined();
  expect(await illustrations.illustration("ann", upstream, "D2", imageName)).toBeUndefined();
  expect(await illustrations.illustration("ann", upstream, "D1", "no-room.png")).toBeUndefined();
});

test("images cost nothing and are kept once for two owners of one text", async () => {
  await buy(sections("s1"));
  const before = charged();
  const ben = simSpender("ben", upstream);
  await buy(sections("s1"), ben);
  expect(charged()).toBe(before * 2);
  expect(await at.app.rows.illustrations.illustration(ben.ownerId, upstream, "D1", imageName)).toBeDefined();
  expect(await first(at.store, "select count(*) from illustrations")).toBe(1);
});

test("an image is served with the type of its bytes, never as a page, and not again when it is known", async () => {
  await buy(sections("s1"));
  const image = await at.app.rows.illustrations.illustration(ann.ownerId, upstream, "D1", imageName);
  const first = serveIllustration(image, new Request("http://app/x"));
  expect(first.headers.get("content-type")).toBe("image/png");
  expect(first.headers.get("x-content-type-options")).toBe("nosniff");
  expect(first.headers.get("cache-control")).toBe("private, no-cache");
  const etag = first.headers.get("etag") ?? "";
  const again = serveIllustration(image, new Request("http://app/x", { headers: { "if-none-match": etag } }));
  expect(again.status).toBe(304);
  expect(() => serveIllustration(undefined, new Request("http://app/x"))).toThrow();
});
