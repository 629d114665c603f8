import { expect, test } from "vitest";
import type { Checked } from "@/lib/next/queries/check";
import { checkedMarkdown } from "./checked-markdown.ts";

const claim: Checked["claims"][number] = {
  ...{ id: "c1", block_id: "b1", start: 4, end: 9, cell: null, kind: "figure", text: "1,234", issuer: "7001" },
  ...{ item: "売上高", period: null, scope: null, forecast: false, verdict: "other_year", because: null },
  place: { document_id: "D1", section_id: "s1", title: "経営", page: 3 },
  ...{ words: "売上高 | 1,200", filed: "1,200" },
};
const checked: Checked = {
  draft: {
    kind: "markdown",
    blocks: [
      { id: "b1", kind: "paragraph", text: "売上高は1,234百万円。" },
      {
        id: "b2",
        kind: "table",
        rows: [
          ["", "2025年"],
          ["売上高", "5"],
        ],
      },
    ],
  },
  claims: [
    claim,
    { ...claim, id: "c2", block_id: "b2", start: 0, end: 1, cell: { row: 1, column: 1 }, verdict: "not_checked" },
  ],
  ...{ issuers: [], counts: { agrees: 0, undecided: 1, differs: 1 }, looked_in: [], plan: null },
};

test("the draft as Markdown has a number at each claim, and its verdict beneath", () => {
  const words = checkedMarkdown(checked, ((key: string) => key) as Parameters<typeof checkedMarkdown>[1], "en");
  expect(words).toBe(
    [
      "売上高は1,234[^1]百万円。\n",
      "|  | 2025年 |\n| --- | --- |\n| 売上高 | 5[^2] |\n",
      "[^1]: verdict_other_year · filed 1,200 · D1 経営 pageAt · “売上高 | 1,200”",
      "[^2]: verdict_not_checked · filed 1,200 · D1 経営 pageAt · “売上高 | 1,200”\n",
    ].join("\n"),
  );
});
