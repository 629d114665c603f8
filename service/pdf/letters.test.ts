import { expect, test } from "vitest";
import { runsOf } from "./lines.ts";

const read = (str: string) => runsOf([{ str, transform: [9, 0, 0, 9, 0, 0], width: 9 }], [1, 0, 0, 1, 0, 0])[0]?.text;

test.each([
  ["\u2fa6\u2f00年\u2f47", "金一年日"],
  ["\u2ed1\u2ea0\u2ee9", "長民黄"],
  ["\ufa19\uf9dc", "神隆"],
  ["\u{2f804}", "你"],
  // Letters of their own, which no other letter stands for.
  ["\ufa11田、髙橋、①、㈱、１２３", "\ufa11田、髙橋、①、㈱、１２３"],
])("%s is read as %s", (printed, letters) => {
  expect(read(printed)).toBe(letters);
});
