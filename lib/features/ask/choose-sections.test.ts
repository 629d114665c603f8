import { describe, expect, test } from "vitest";
import { defaultContentTiers } from "../../contract/prices.ts";
import { readQuestion } from "../../text/passages/read-question.ts";
import { sectionTree, type TocSection } from "../../text/toc/section-tree.ts";
import { bundlesOf } from "./choose-sections.ts";
import { expectedEvidence } from "./expected-evidence.ts";

const section = (
  section_id: string,
  title: string,
  character_count: number,
  parent_section_id: string | null = null,
): TocSection => ({
  ...{ section_id, title, character_count, parent_section_id },
  level: parent_section_id === null ? 1 : 2,
});
const tree = sectionTree([
  section("a", "第１ 【企業の概況】", 9_000),
  section("a1", "１ 【主要な経営指標等の推移】", 4_000, "a"),
  section("a2", "２ 【沿革】", 5_000, "a"),
  section("b", "第５ 【経理の状況】", 72_000),
  section("b1", "①【連結貸借対照表】", 5_500, "b"),
  section("b2", "②【連結損益計算書】", 5_000, "b"),
  section("b3", "【注記事項】", 61_500, "b"),
]);

function bundles(question: string, creditsMax: number, done: readonly string[] = []) {
  const expected = expectedEvidence(readQuestion(question), tree, new Map());
  return bundlesOf({ tree, tiers: defaultContentTiers, expected, done: new Set(done) }, creditsMax);
}

describe("the sections that are bought together", () => {
  test("are those that promise most within the length of each price", () => {
    const [cheapest, dearer] = bundles("2024年3月期の売上高はいくらですか", 8);
    expect(cheapest?.credits).toBe(2);
    expect(cheapest?.nodes.map(({ id }) => id)).toEqual(["a1", "b2"]);
    expect(dearer?.credits).toBe(4);
    expect(dearer?.share).toBeGreaterThan(cheapest?.share ?? 1);
  });

  test("cost no more than there is, and leave out what was read", () => {
    expect(bundles("2024年3月期の売上高はいくらですか", 1)).toEqual([]);
    const [next] = bundles("2024年3月期の売上高はいくらですか", 2, ["a1", "b2"]);
    expect(next?.nodes.map(({ id }) => id)).not.toContain("b2");
    expect(next?.nodes.map(({ id }) => id)).not.toContain("b");
    expect(next?.credits).toBe(2);
  });

  test("follow what a search found", () => {
    const expected = expectedEvidence(readQuestion("海外展開は？"), tree, new Map([["a2", 0]]));
    const best = expected.reduce((most, each) => (each.share > most.share ? each : most));
    expect(best).toMatchObject({ node: { id: "a2" }, reason: "found_by_search" });
  });
});
