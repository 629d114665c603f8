import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "@playwright/test";

const built = path.resolve(import.meta.dirname, "../.next");

/** Words of the look's page that a build keeps as they are. */
const marker = /in flight, several pages|data-example/;

test("the look's page is for development: a production build has neither its address nor its code", async ({
  page,
}) => {
  expect((await page.goto("/look"))?.status()).toBe(404);
  const files = ["static", "server"].flatMap((folder) =>
    readdirSync(path.join(built, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => /\.(?:js|html|rsc|css)$/.test(name))
      .map((name) => path.join(built, folder, name)),
  );
  expect(files.length).toBeGreaterThan(50);
  expect(files.filter((file) => marker.test(readFileSync(file, "utf8")))).toEqual([]);
});
