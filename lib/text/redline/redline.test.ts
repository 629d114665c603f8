import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { withSamples } from "../../../service/ingest/testing/samples.ts";
import { readPairs } from "../changes/testing/report-pairs.ts";
import { anyText } from "../testing/any-text.ts";
import type { Redline } from "./change.ts";
import { applyRedline, redlineOf } from "./redline.ts";
import { unitsOf } from "./units.ts";

/** [-deleted-] and {+inserted+}, a move with its number. */
function write(redline: Redline): string {
  return redline
    .map(({ parts, move }) => {
      const text = parts
        .map((part) =>
          part.kind === "same" ? part.text : part.kind === "deleted" ? `[-${part.text}-]` : `{+${part.text}+}`,
        )
        .join("");
      return move === undefined ? text : `<${move}>${text}`;
    })
    .join("");
}

describe("a redline", () => {
  test("knows no change where only the place of a line became known", () => {
    const after =
      '<p align="right">（単位：百万円）</p>\n\n<p align="center"><strong>定款</strong></p>\n\n<h6>金利の変動</h6>\n';
    const before = "（単位：百万円）\n\n**定款**\n\n金利の変動\n";
    const redline = redlineOf(before, after);
    expect(redline.every((each) => each.kind === "same")).toBe(true);
    expect(applyRedline(before, redline)).toBe(after);
  });

  test("knows no change where a heading has another level, and gives it", () => {
    const [before, after] = ["## １【沿革】\n\n設立した。\n", "#### １【沿革】\n\n設立した。\n"];
    const redline = redlineOf(before, after);
    expect(redline.every((each) => each.kind === "same")).toBe(true);
    expect(applyRedline(before, redline)).toBe(after);
  });

  test("shows what changed within a line that says where it is set", () => {
    const before = '<p align="right">2025年６月26日<br>東京都。大阪府</p>\n';
    const after = "2026年６月26日\\\n東京都。大阪府\n";
    const redline = redlineOf(before, after);
    expect(redline.map((each) => each.kind)).toEqual(["changed", "same", "same"]);
    expect(applyRedline(before, redline)).toBe(after);
  });

  test("replaces a figure as a whole, and keeps the sentence around it", () => {
    expect(write(redlineOf("売上高は1,204百万円です。増えました。", "売上高は1,305百万円です。増えました。"))).toBe(
      "売上高は[-1,204-]{+1,305+}百万円です。増えました。",
    );
  });

  test("shows a sentence that was added and one that was taken away", () => {
    expect(
      write(redlineOf("一つ目の文です。三つ目の文です。", "一つ目の文です。全く別のことを述べる。三つ目の文です。")),
    ).toBe("一つ目の文です。{+全く別のことを述べる。+}三つ目の文です。");
  });

  test("shows a negation that was dropped", () => {
    expect(write(redlineOf("重要な影響はないと考えています。", "重要な影響はあると考えています。"))).toBe(
      "重要な影響は[-ない-]{+ある+}と考えています。",
    );
  });

  test("compares rows of a table cell by cell, by their labels", () => {
    const before = "| 売上高 | 100 | 200 |\n| 利益 | 10 | 20 |\n";
    const after = "| 売上高 | 200 | 300 |\n| 費用 | 5 | 6 |\n| 利益 | 20 | 30 |\n";
    expect(write(redlineOf(before, after))).toBe(
      "| 売上高 |[- 100 -]{+ 200 +}|[- 200 -]{+ 300 +}|\n{+| 費用 | 5 | 6 |\n+}| 利益 |[- 10 -]{+ 20 +}|[- 20 -]{+ 30 +}|\n",
    );
  });

  test("compares cells of a merged table, and leaves its tags whole", () => {
    const row = (figure: string) => `<table><tr><td colspan="2">株式の数</td><td>${figure}</td></tr></table>\n`;
    expect(write(redlineOf(row("1,000"), row("1,200")))).toBe(
      '<table><tr><td colspan="2">株式の数</td><td>[-1,000-]{+1,200+}</td></tr></table>\n',
    );
  });

  test("does not mistake one row of a merged table for another", () => {
    const row = (label: string, figure: string) => `<tr><td>${label}</td><td>${figure}</td></tr>\n`;
    const before = row("百貨店事業", "1") + row("金融関連事業", "2");
    expect(write(redlineOf(before, row("金融関連事業", "3")))).toBe(
      "[-<tr><td>百貨店事業</td><td>1</td></tr>-][-\n-]<tr><td>金融関連事業</td><td>[-2-]{+3+}</td></tr>\n",
    );
  });

  test("shows a sentence that stands elsewhere as a move", () => {
    const moved = "当社の研究開発は材料に重点を置いています。";
    const [first, second] = ["為替の影響を受けることがあります。", "金利の上昇は費用を増やします。"];
    const redline = redlineOf(moved + first + second, first + second + moved);
    expect(write(redline)).toBe(`<1>[-${moved}-]${first}${second}<1>{+${moved}+}`);
  });

  test("refuses to be applied to another text", () => {
    const redline = redlineOf("一。二。", "一。三。");
    expect(() => applyRedline("一。四。", redline)).toThrow("another text");
    expect(() => applyRedline("一。二。五。", redline)).toThrow("shorter text");
  });
});

describe("applied to the earlier text", () => {
  const piece = fc.oneof(
    fc.constantFrom(
      "売上高は1,204百万円です。",
      "売上高は△5百万円です。",
      "| 利益 | 10 | 20 |\n",
      "| 利益 | 11 |\n",
      "<table><tr><td>甲</td></tr><tr><td>乙\n",
      "</table>",
      "## 見出し\n\n",
      '<p align="right">2026年<br><strong>東京都</strong>。</p>\n',
      '<p align="center">',
      "2026年\\\n**東京都**。\n",
      "</p>\n",
      "<br>",
      "\r\n",
      "𠮷野家の（注１）。",
      "\ud842",
      " ",
      "|",
      "\\|",
    ),
    fc.string(),
    anyText(),
  );
  const text = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(""));

  test("it gives the later one, byte for byte", () => {
    fc.assert(
      fc.property(text, text, (a, b) => {
        expect(applyRedline(a, redlineOf(a, b))).toBe(b);
      }),
      { numRuns: 400 },
    );
  });

  test("an edit anywhere is found, and nothing else is", () => {
    fc.assert(
      fc.property(text, fc.nat(), fc.string({ minLength: 1 }), (a, at, words) => {
        const place = a.length === 0 ? 0 : at % a.length;
        const b = a.slice(0, place) + words + a.slice(place);
        expect(applyRedline(a, redlineOf(a, b))).toBe(b);
        const keys = (words: string) => unitsOf(words).map(({ key }) => key);
        const isSame = JSON.stringify(keys(a)) === JSON.stringify(keys(b));
        expect(redlineOf(a, b).every((each) => each.kind === "same")).toBe(isSame);
      }),
    );
  });
});

withSamples((sample) => {
  test("of two real reports each gives the other byte for byte", { timeout: 600_000 }, async () => {
    for (const [earlier, later] of await readPairs(sample("."))) {
      const [a, b] = [earlier, later].map(({ sections }) => sections.map(({ markdown }) => markdown).join(""));
      expect(applyRedline(a ?? "", redlineOf(a ?? "", b ?? "")) === b).toBe(true);
    }
  });
});
