import { describe, expect, test } from "vitest";
import { passageRows, shownWords } from "./passage-rows";

describe("rows of tables within quoted words", () => {
  test("a row of a table in HTML stands as its cells, without tags and with its characters", () => {
    expect(
      passageRows('従業員数</td><td rowspan="2">（名）</td><td>83,635<br>〔41&nbsp;％〕</td>\n<th>A&amp;B'),
    ).toEqual([["従業員数", "（名）", "83,635 〔41 ％〕", "A&B"]]);
  });

  test("several rows in HTML stay apart", () => {
    expect(passageRows("<tr><td>売上高</td><td>1,576</td></tr><tr><td>費用</td><td>△12</td></tr>")).toEqual([
      ["売上高", "1,576"],
      ["費用", "△12"],
    ]);
  });

  test("a row of a pipe table loses its outer pipes and keeps escaped ones; its line below the head is left out", () => {
    expect(passageRows("売上高 | 1,551 |\n|---|---|\n| A\\|B | 2 |")).toEqual([
      ["売上高", "1,551"],
      ["A|B", "2"],
    ]);
  });

  test("other words are none, and markup of no cell is the filing's own", () => {
    expect(passageRows("売上高は前期を上回った。")).toBeUndefined();
    expect(passageRows("a < b")).toBeUndefined();
  });

  test("a link looks for the words that are seen", () => {
    expect(shownWords("従業員数</td><td>83,635")).toBe("従業員数\n83,635");
    expect(shownWords("従業員は増えた。")).toBe("従業員は増えた。");
  });
});
