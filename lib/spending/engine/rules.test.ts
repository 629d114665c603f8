import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { SectionId } from "../../contract/ids.ts";
import type { TocEntry } from "../../contract/resources.ts";
import { type Attempt, judge } from "../../kit/retry/verdict.ts";
import { csvCell } from "../../text/format/spreadsheet-cell.ts";
import { findPassage, indexedWords, searchedWords } from "../../text/library-words.ts";
import { ancestry, sectionTree } from "../../text/toc/section-tree.ts";
import { questionFromQuery } from "../http/question-query.ts";
import { questionUnit } from "../kinds/questions.ts";
import { parseAction, wireRequestOf } from "../pricing/actions.ts";
import { chooseSections } from "../pricing/section-plan.ts";
import { idempotencyKey } from "./idempotency.ts";

const problem = (status: number, code: string) => ({
  status,
  code,
  detail: "",
  instance: null,
  retry_after_seconds: null,
});
const refused = (status: number, code: string, fromService = true): Attempt => ({
  kind: "refused",
  problem: problem(status, code),
  fromService,
  pauseMs: undefined,
});
const at = {
  idempotent: true,
  ambiguousBefore: false,
  settled: false,
  outOfCredits: false,
  attempt: 1,
  attemptsMax: 3,
  timeouts: 0,
};

describe("which requests may be sent again", () => {
  test("an ambiguous outcome is sent again only where the service promised to recognise it", () => {
    for (const attempt of [
      { kind: "lost", problem: problem(502, "x") },
      { kind: "broken", problem: problem(502, "x") },
      refused(502, "http_502", false),
    ] as const) {
      expect(judge(attempt, at).do).toBe("again");
      expect(judge(attempt, { ...at, idempotent: false }).do).toBe("unknown");
    }
  });

  test.each([
    ["quota_exceeded", refused(429, "quota_exceeded"), "fail"],
    ["a rate limit", refused(429, "rate_limit_exceeded"), "again"],
    ["an edge's 429", refused(429, "rate_limit_exceeded", false), "again"],
    ["internal_error of the service", refused(500, "internal_error"), "again"],
    ["an unknown 5xx code of the service", refused(503, "on_holiday"), "fail"],
    ["an unknown 4xx code", refused(418, "teapot"), "fail"],
    ["not_found", refused(404, "not_found"), "fail"],
    ["a redirect", refused(302, "http_302", false), "fail"],
  ] as const)("%s", (_name, attempt, wanted) => {
    expect(judge(attempt, at).do).toBe(wanted);
  });

  test("a 504 is retried once and then never", () => {
    const timeout = refused(504, "search_backend_timeout");
    expect(judge(timeout, { ...at, timeouts: 1 }).do).toBe("again");
    expect(judge(timeout, { ...at, attempt: 2, timeouts: 2 }).do).toBe("fail");
  });

  test("after a lost attempt only a late, decisive refusal proves that nothing was charged", () => {
    const lost = { ...at, attempt: 3, ambiguousBefore: true };
    expect(judge(refused(404, "not_found"), lost).do).toBe("unknown");
    expect(judge(refused(404, "not_found"), { ...lost, settled: true }).do).toBe("fail");
    expect(judge(refused(401, "invalid_api_key"), { ...lost, settled: true }).do).toBe("unknown");
    expect(judge(refused(429, "quota_exceeded"), { ...lost, settled: true }).do).toBe("unknown");
    expect(judge(refused(429, "quota_exceeded"), { ...lost, settled: true, outOfCredits: true }).do).toBe("fail");
  });
});

describe("one canonical form for each thing", () => {
  test("the order of fields and codes, and explicit defaults, make no different question", () => {
    const one = parseAction({ kind: "search_documents", input: { query: "売上", security_codes: ["7203", "130A"] } });
    const other = parseAction({
      kind: "search_documents",
      input: { top_k: 10, security_codes: ["130A0", "72030"], query: "売上" },
    });
    if (!("input" in one) || !("input" in other)) throw new Error("no questions");
    expect(questionUnit(one)).toEqual(questionUnit(other));
    expect(wireRequestOf(questionUnit(one))).toEqual(wireRequestOf(questionUnit(other)));
  });

  test("a question in an address is the same question", () => {
    const address = new URLSearchParams("kind=search_documents&query=売上&latest_only=false&top_k=20");
    const inBody = parseAction({ kind: "search_documents", input: { query: "売上", latest_only: false, top_k: 20 } });
    expect(questionFromQuery(address)).toEqual(inBody);
  });

  test("the idempotency key derives from what is bought and who pays, and reveals neither", () => {
    const serverKey = Buffer.from("server");
    const spender = { upstream: "http://service", key: "hk_canary" };
    const unit = { kind: "pages", params: '{"document_id":"D1","page_number":1}' } as const;
    const key = idempotencyKey(spender, unit, 0, serverKey);
    expect(idempotencyKey({ ...spender }, { ...unit }, 0, serverKey)).toBe(key);
    expect(key).toMatch(/^[\x21-\x7e]{1,255}$/);
    expect(key).not.toContain("canary");
    for (const other of [
      idempotencyKey(spender, unit, 1, serverKey),
      idempotencyKey({ ...spender, key: "x" }, unit, 0, serverKey),
    ]) {
      expect(other).not.toBe(key);
    }
  });

  test.each([
    { kind: "pages", document_id: "D1", pages: [0] },
    { kind: "pages", document_id: "D1", pages: [] },
    { kind: "sections", document_id: "../../x", sections: ["s1"] },
    ...[".", ".."].flatMap((dots) => [
      { kind: "content", document_id: dots },
      { kind: "pages", document_id: dots, pages: [1] },
      { kind: "sections", document_id: "D1", sections: [dots] },
      { kind: "original", document_id: "D1", original_id: dots },
    ]),
    { kind: "search_documents", input: { query: "売上", unknown_field: 1 } },
    { kind: "list_news", input: {} },
    { kind: "spend_everything" },
  ])("%j is refused before any quote", (action) => {
    expect(() => parseAction(action)).toThrow();
  });
});

const entry = (id: string, parent: string | null, count: number, title = id): TocEntry => ({
  section_id: SectionId.parse(id),
  title,
  title_en: null,
  level: parent === null ? 1 : 2,
  parent_section_id: parent === null ? null : SectionId.parse(parent),
  character_count: count,
  page_number: null,
  content_tag: null,
});

describe("selections of sections", () => {
  const toc = fc
    .array(fc.tuple(fc.integer({ min: -1, max: 8 }), fc.integer({ min: 1, max: 500 })), { minLength: 1, maxLength: 9 })
    .map((nodes) => {
      const parents = nodes.map(([parent], at) => (parent >= at ? -1 : parent));
      const sizes = nodes.map(([, own]) => own);
      for (let at = nodes.length - 1; at >= 0; at--) {
        const parent = parents[at] ?? -1;
        if (parent >= 0) sizes[parent] = (sizes[parent] ?? 0) + (sizes[at] ?? 0);
      }
      return nodes.map((_, at) =>
        entry(`s${at}`, (parents[at] ?? -1) < 0 ? null : `s${parents[at]}`, sizes[at] ?? 1, "x"),
      );
    });
  const subset = fc.array(fc.integer({ min: 0, max: 8 }), { maxLength: 5 });

  test("what is bought overlaps neither itself nor what is owned or undecided", () => {
    fc.assert(
      fc.property(toc, subset, subset, subset, (entries, owned, undecided, chosen) => {
        const tree = sectionTree(entries);
        const ids = (list: number[]) => new Set(list.map((each) => `s${each}`).filter((id) => tree.byId.has(id)));
        const taken = { whole: false, owned: ids(owned), undecided: ids(undecided) };
        const wanted = [...ids(chosen)];
        const { buy } = chooseSections(tree, taken, wanted.length === 0 ? undefined : wanted);
        for (const node of buy) {
          for (const other of [...buy].filter((each) => each !== node)) expect(ancestry(node)).not.toContain(other);
          for (const id of [...taken.owned, ...taken.undecided]) {
            const it = tree.byId.get(id);
            if (it === undefined) continue;
            expect(ancestry(node).includes(it) || ancestry(it).includes(node)).toBe(false);
          }
        }
      }),
    );
  });
});

describe("the local search", () => {
  test("a query finds texts that contain it, in any width, case and kana", () => {
    const indexed = ` ${indexedWords("ﾘｽｸ管理とＥＢＩＴＤＡの推移、株式会社髙島屋、１，２３４百万円、コンピューター")} `;
    for (const word of [
      "リスク",
      "りすく管理",
      "ebitda",
      "推移",
      "㈱高島屋",
      "株式会社髙島屋",
      "1234百万円",
      "コンピュータ",
    ]) {
      const phrase = searchedWords(word)[0]?.terms ?? "";
      expect(indexed, word).toContain(` ${phrase} `);
    }
    expect(searchedWords("、。")).toEqual([]);
  });

  test("the passage highlights exactly the words found", () => {
    const found = findPassage("当社のﾘｽｸ管理は取締役会が行う。", "リスク");
    expect(found?.highlights.map(([from, to]) => found.text.slice(from, to))).toEqual(["ﾘｽｸ"]);
    const folded = findPassage("令和6年に㈱髙島屋は1,234百万円。", "株式会社高島屋 1234");
    expect(folded?.highlights.map(([from, to]) => folded.text.slice(from, to))).toEqual(["㈱髙島屋", "1,234"]);
  });
});

describe("the ledger as CSV", () => {
  test("no text from outside can start a formula", () => {
    for (const evil of ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", " =1", "＝1", "\r=1"]) {
      expect(csvCell(evil).replace(/^"/, "")).toMatch(/^'/);
    }
    expect(csvCell("有価証券報告書")).toBe("有価証券報告書");
    expect(csvCell('a"b,c')).toBe('"a""b,c"');
    expect(csvCell(-4)).toBe("-4");
  });
});
