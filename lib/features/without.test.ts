import { rmSync } from "node:fs";
import { expect, onTestFinished, test } from "vitest";
import { copyWithout, failureOf } from "../testing/without-feature.ts";
import { features } from "./list.ts";

// `npm run soak -- features` takes each away, and looks at its tests too.
test("with the first feature taken away the app's types hold, and it starts", () => {
  const [feature] = features;
  if (feature === undefined) return;
  const copy = copyWithout(feature);
  onTestFinished(() => rmSync(copy, { recursive: true, force: true }));
  expect(failureOf(copy, "start")).toBeUndefined();
  expect(failureOf(copy, "types of the app")).toBeUndefined();
}, 300_000);
