import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { withSamples } from "../../../service/ingest/testing/samples.ts";
import { changeMap } from "./change-map.ts";
import type { TaggedSection } from "./outline.ts";
import { contentsOf, type Report, readPairs, textOf } from "./testing/report-pairs.ts";

/** Sections by title and words; `>` before a title puts it one level deeper. */
function contents(sections: readonly (readonly [title: string, words: string])[], version = "1-a"): TaggedSection[] {
  const tag = (text: string) => `${version}.${createHash("sha256").update(text).digest("hex")}`;
  const levels = sections.map(([title]) => 1 + (/^>*/.exec(title)?.[0].length ?? 0));
  return sections.map(([title, words], at) => {
    let whole = title + words;
    for (let next = at + 1; (levels[next] ?? 0) > (levels[at] ?? 1); next++) whole += sections[next]?.join("");
    return {
      section_id: `${version}-${at}-${sections.length}`,
      title: title.replace(/^>*/, ""),
      level: levels[at] ?? 1,
      parent_section_id: null,
      character_count: [...whole].length,
      content_tag: tag(whole),
      own_content_tag: tag(words),
    };
  });
}

/** The words of each section with what lies beneath, without the levels of headings. */
function wordsBeneath(toc: TaggedSection[], sections: readonly (readonly [string, string])[]): Map<string, string> {
  return new Map(
    toc.map(({ section_id, level }, at) => {
      let end = at + 1;
      while ((toc[end]?.level ?? 0) > (level ?? 0)) end++;
      const words = sections.slice(at, end).map(([title, each]) => `${title.replace(/^>*/, "")}\n${each}`);
      return [section_id, words.join("\n")];
    }),
  );
}

const states = (before: TaggedSection[], after: TaggedSection[]) =>
  changeMap(before, after).sections.map(({ state, before: a, after: b, renamed, moved }) =>
    [state, (b ?? a)?.title, renamed ? "renamed" : "", moved ? "moved" : ""].filter((each) => each !== "").join(" "),
  );

const report: readonly (readonly [string, string])[] = [
  ["第１【企業の概況】", ""],
  [">１【沿革】", "1970年に設立した。"],
  [">２【事業の内容】", "半導体の製造。"],
  ["第２【事業の状況】", ""],
  [">１【事業等のリスク】", "為替の変動。"],
  [">２【研究開発活動】", "新しい材料。"],
];
const change = (title: string, to: readonly (readonly [string, string])[]) =>
  report.flatMap((each): readonly (readonly [string, string])[] => (each[0] === title ? to : [each]));

describe("a change map", () => {
  test("tells same, changed, new and gone, and a section whose own text is the same around a change", () => {
    const after = contents([
      ...change(">１【事業等のリスク】", [
        [">１【事業等のリスク】", "金利の変動。"],
        [">２【サステナビリティに関する考え方及び取組】", "新しい項目。"],
      ]).filter(([title]) => title !== ">２【研究開発活動】"),
    ]);
    expect(states(contents(report), after)).toEqual([
      "same 第１【企業の概況】",
      "same １【沿革】",
      "same ２【事業の内容】",
      "within 第２【事業の状況】",
      "changed １【事業等のリスク】",
      "gone ２【研究開発活動】",
      "new ２【サステナビリティに関する考え方及び取組】",
    ]);
  });

  test("knows a section by its legal name under another number, and says that its heading differs", () => {
    const after = contents(change(">２【研究開発活動】", [[">３【研究開発活動】", "新しい材料。"]]));
    expect(states(contents(report), after).at(-1)).toBe("renamed ３【研究開発活動】");
  });

  test("shows a section under another name as renamed, and its text as changed where it changed", () => {
    const after = contents(change(">２【研究開発活動】", [[">２【研究開発の活動】", "別の材料。"]]));
    expect(states(contents(report), after).at(-1)).toBe("changed ２【研究開発の活動】 renamed");
  });

  test("shows a section that stands elsewhere as moved, with the state of its text", () => {
    const moved = report.filter(([title]) => title !== ">２【研究開発活動】");
    const after = contents([...moved.slice(0, 3), [">３【研究開発活動】", "新しい材料。"], ...moved.slice(3)]);
    expect(states(contents(report), after)).toContain("renamed ３【研究開発活動】 moved");
    const swapped = contents([...report.slice(3), ...report.slice(0, 3)]);
    expect(changeMap(contents(report), swapped).sections.filter((each) => each.moved)).toHaveLength(1);
  });

  test("a section that differs in nothing but the level of its heading is the same", () => {
    const after = [report[0] ?? ["", ""], ...report.slice(1).map(([title, words]) => [`>${title}`, words] as const)];
    expect(states(contents(report.slice(0, 3)), contents(after.slice(0, 3)))).toEqual([
      "same 第１【企業の概況】",
      "same １【沿革】",
      "same ２【事業の内容】",
    ]);
  });

  test("a service without tags is never told to have the same text, whatever the lengths", () => {
    const without = contents(report).map((each) => ({ ...each, content_tag: null, own_content_tag: undefined }));
    const { sections, counts } = changeMap(without, without);
    expect(new Set(sections.map((each) => each.state))).toEqual(new Set(["unknown"]));
    expect(counts).toMatchObject({ same: 0, changed: 0 });
  });

  test("tags of another version say nothing", () => {
    const { sections } = changeMap(contents(report, "1-a"), contents(report, "1-b"));
    expect(new Set(sections.map((each) => each.state))).toEqual(new Set(["unknown"]));
  });

  test("a service that tags whole sections alone explains a change by what lies beneath", () => {
    const whole = (toc: TaggedSection[]) => toc.map(({ own_content_tag: _, ...each }) => each);
    const after = contents(change(">１【沿革】", [[">１【沿革】", "1971年に設立した。"]]));
    expect(states(whole(contents(report)), whole(after)).slice(0, 2)).toEqual([
      "within 第１【企業の概況】",
      "changed １【沿革】",
    ]);
  });
});

describe("of any two documents", () => {
  const title = fc.constantFrom("概要", "(1) 沿革", "２【事業】", "リスク", "リスク", "ａ．方針", "2020年３月期", "");
  const document = fc
    .array(fc.tuple(title, fc.constantFrom("", "甲", "乙", "丙"), fc.integer({ min: 0, max: 3 })), { maxLength: 14 })
    .map((sections) => sections.map(([name, words, depth]): [string, string] => [">".repeat(depth) + name, words]));

  test("each section comes once, in the order of the later document", () => {
    fc.assert(
      fc.property(document, document, (a, b) => {
        const [before, after] = [contents(a, "1-a"), contents(b, "1-a")];
        const { sections } = changeMap(before, after);
        const afterIds = sections.flatMap((each) => each.after?.id ?? []);
        const beforeIds = sections.flatMap((each) => each.before?.id ?? []);
        expect(afterIds).toEqual(after.map((each) => each.section_id));
        expect([...beforeIds].sort()).toEqual(before.map((each) => each.section_id).sort());
      }),
    );
  });

  test("what has the same tag is called the same, and what is called the same has the same words", () => {
    fc.assert(
      fc.property(document, document, (a, b) => {
        const [before, after] = [contents(a), contents(b)];
        const tags = (toc: TaggedSection[]) => new Map(toc.map((each) => [each.section_id, each.content_tag]));
        const [old, now] = [tags(before), tags(after)];
        const [oldWords, nowWords] = [wordsBeneath(before, a), wordsBeneath(after, b)];
        for (const { state, before: from, after: to } of changeMap(before, after).sections) {
          if (from === null || to === null) continue;
          if (old.get(from.id) === now.get(to.id)) expect(state).toBe("same");
          if (state === "same") expect(nowWords.get(to.id)).toBe(oldWords.get(from.id));
        }
      }),
    );
  });

  test("a document is the same as itself, with nothing new, gone or moved", () => {
    fc.assert(
      fc.property(document, (a) => {
        const { sections, counts } = changeMap(contents(a), contents(a));
        expect(sections.every((each) => each.state === "same" && !each.moved)).toBe(true);
        expect(counts).toMatchObject({ new: 0, gone: 0, moved: 0, changed: 0 });
      }),
    );
  });
});

interface Checked {
  readonly before: string;
  readonly after: string;
  readonly section: string;
  readonly counterpart: string | null;
}

/** Pairs of sections that a person has matched. */
const checked = readFileSync(new URL("testing/section-pairs.jsonl", import.meta.url), "utf8")
  .trim()
  .split("\n")
  .map((line): Checked => JSON.parse(line));
/** A heading's level and how a line is set are no change of its words. */
const plain = (text: string) => text.replace(/^#+|<[^>]*>|\*\*|\\$|\s/gmu, "");
const words = (text: string) => text.trim().split(/\s+/u).join(" ");

withSamples((sample) => {
  describe("change maps of two years of real reports", () => {
    let compared: readonly { before: Report; after: Report; sections: ReturnType<typeof changeMap>["sections"] }[] = [];
    beforeAll(async () => {
      compared = (await readPairs(sample("."))).map(([before, after]) => {
        return { before, after, sections: changeMap(contentsOf(before), contentsOf(after)).sections };
      });
    }, 120_000);

    test("say 'same' and 'changed' as the texts themselves do", () => {
      for (const { before, after, sections } of compared) {
        for (const section of sections) {
          if (section.before === null || section.after === null) continue;
          const [a, b] = [textOf(before, section.before.id), textOf(after, section.after.id)];
          if (section.state === "same") expect(plain(a)).toBe(plain(b));
          else expect(words(a) === words(b), `${after.issuer}: ${section.after.id}`).toBe(false);
        }
      }
    });

    test("match at least 98 of 100 sections as a person does", () => {
      const asked = compared.flatMap(({ before, after, sections }) => {
        const found = new Map(sections.map((each) => [each.after?.id, each.before?.id ?? null]));
        return checked
          .filter((each) => each.before === before.id && each.after === after.id)
          .map(({ section, counterpart }) => found.get(section) === counterpart);
      });
      expect(asked.length).toBe(checked.length);
      expect(asked.filter(Boolean).length / asked.length).toBeGreaterThanOrEqual(0.98);
    });
  });
});
