import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import * as addresses from "../routes.ts";
import { features } from "./list.ts";

const root = path.resolve(import.meta.dirname, "../..");

/** A page or route of the app, with the feature that brings it. */
interface Place {
  readonly isAt: RegExp;
  /** Where several match, Next takes the one with the fewest names in brackets. */
  readonly open: number;
  readonly feature: string | undefined;
}

const places = globSync("app/**/{page.tsx,route.ts}", { cwd: root }).map((file): Place => {
  const steps = path.dirname(file).split("/").slice(1);
  const pattern = steps.filter((step) => !step.startsWith("(")).map((step) => step.replace(/^\[.*\]$/, "[^/]+"));
  return {
    isAt: new RegExp(`^/${pattern.join("/")}$`),
    open: steps.filter((step) => step.startsWith("[")).length,
    feature: featureOf(file),
  };
});

function featureOf(file: string): string | undefined {
  return features.find(({ name, files }) =>
    [`lib/features/${name}`, ...files].some((each) => file === each || file.startsWith(`${each}/`)),
  )?.name;
}

function featureAt(address: string): string | undefined {
  const { pathname } = new URL(address, "http://app.test");
  return places.filter(({ isAt }) => isAt.test(pathname)).toSorted((one, other) => one.open - other.open)[0]?.feature;
}

/** `askRoutes.page` and the like, with the feature to whose page or route each leads. */
const ways = Object.entries(addresses).flatMap(([group, entries]) =>
  Object.entries(entries).flatMap(([name, address]) => {
    const feature = typeof address === "function" ? featureAt(String(address("a", "b", "c"))) : undefined;
    return feature === undefined ? [] : [{ words: `${group}.${name}(`, feature }];
  }),
);

/** Files that decide who may open an address, which is no link. */
const doors = ["lib/routes.ts", "lib/server/admit.ts", "lib/server/compression.ts"];

test("only a feature's own files lead to its pages and routes, so that none is left where it was taken away", () => {
  const foreign = globSync("{app,cli,components,lib}/**/*.{ts,tsx}", { cwd: root })
    .filter((file) => !file.includes(".test.") && !doors.includes(file))
    .flatMap((file) => {
      const text = readFileSync(path.join(root, file), "utf8");
      const own = featureOf(file);
      return ways
        .filter(({ words, feature }) => feature !== own && text.includes(words))
        .map(({ words, feature }) => `${file}: ${words}) of ${feature}`);
    });
  expect(ways.map(({ feature }) => feature)).toEqual(expect.arrayContaining(features.map(({ name }) => name)));
  expect(foreign).toEqual([]);
});
