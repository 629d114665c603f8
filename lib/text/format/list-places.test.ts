import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { listPlaces, placeAttributes } from "./list-places.ts";

test("items are counted from 1 to their number, whatever stands between them", () => {
  fc.assert(
    fc.property(fc.array(fc.boolean()), (rows) => {
      const places = listPlaces(rows, (isItem) => isItem, false);
      expect(places.map((place) => place !== undefined)).toEqual(rows);
      const told = places.flatMap((place) => place ?? []);
      expect(told.map(({ position }) => position)).toEqual(told.map((_, at) => at + 1));
      expect(told.every(({ total }) => total === told.length)).toBe(true);
    }),
  );
});

test("while more may come nobody knows how many there are", () => {
  expect(listPlaces(["year", "a"], (row) => row !== "year", true)).toEqual([undefined, { position: 1, total: -1 }]);
  expect(placeAttributes({ position: 1, total: -1 })).toEqual({ "aria-posinset": 1, "aria-setsize": -1 });
});

test("no list tells places in another way", () => {
  const root = path.resolve(import.meta.dirname, "../../..");
  const tellers = ["app", "components", "lib"]
    .flatMap((folder) =>
      readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" }).map((file) => `${folder}/${file}`),
    )
    .filter((file) => /(?<!\.test)\.tsx?$/.test(file))
    .filter((file) => /aria-?(?:posinset|setsize)/i.test(readFileSync(path.join(root, file), "utf8")));
  expect(tellers).toEqual(["lib/text/format/list-places.ts"]);
});
