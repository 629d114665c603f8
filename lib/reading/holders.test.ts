import { expect, test } from "vitest";
import { DocumentId } from "../contract/ids.ts";
import { holdersOf } from "./holders.ts";

const holder = (name: string, ratio: string, before?: string) => {
  const placed = (text: string) => ({ text, sectionId: "s1" });
  return {
    name: placed(name),
    purpose: placed("純投資"),
    ratio: placed(ratio),
    before: before === undefined ? undefined : placed(before),
    contract: name === "乙" ? placed("株券の貸借") : undefined,
  };
};
const report = (id: string, day: string, holders: ReturnType<typeof holder>[]) => ({
  document: { document_id: DocumentId.parse(id), timeline_at: `${day}T15:00:00+09:00` },
  report: { day, holders },
});

test("a holder's shares follow each other over the reports, the newest first, with those who hold beside it", () => {
  const [first, second] = holdersOf([
    report("D2", "2026-08-07", [holder("株式会社　甲", "7.10", "5.13"), holder("乙", "0.87")]),
    report("D1", "2026-02-01", [holder("株式会社甲", "5.13")]),
  ]);
  expect(first).toMatchObject({
    name: "株式会社　甲",
    with: ["乙"],
    purpose: { text: "純投資", documentId: "D2" },
    shares: [
      { day: "2026-08-07", ratio: { text: "7.10", documentId: "D2", sectionId: "s1" }, before: "5.13" },
      { day: "2026-02-01", ratio: { text: "5.13", documentId: "D1" }, before: null },
    ],
  });
  expect(second).toMatchObject({
    name: "乙",
    with: ["株式会社　甲"],
    contract: { text: "株券の貸借", documentId: "D2" },
  });
});
