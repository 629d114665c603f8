import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Database, openDatabase } from "../../storage/sqlite/database.ts";
import { migrate } from "../../storage/sqlite/migrations.ts";
import { inTransaction } from "../../storage/sqlite/writes.ts";
import type { DocumentQuery, IndexedDocument, IndexedSection } from "../port.ts";
import { documentOf, documentQuery, newsQuery } from "../testing/queries.ts";
import { learnedPairs, rebuildGlossary } from "./glossary.ts";
import { SearchReader } from "./reader.ts";
import { createSearchWriter } from "./recording-writer.ts";
import { searchMigrations } from "./schema.ts";

let folder = "";
let db: Database;
let reader: SearchReader;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "hiraku-fields-"));
  db = openDatabase(join(folder, "store.db"), { durability: "normal" });
  migrate(db, searchMigrations);
  reader = new SearchReader(db, 1_000_000);
});

afterEach(() => {
  db.close();
  rmSync(folder, { recursive: true, force: true });
});

async function put(...documents: IndexedDocument[]): Promise<void> {
  const writer = createSearchWriter(db);
  await inTransaction(db, async () => {
    for (const document of documents) await writer.putDocument(document);
  });
}

function section(path: readonly string[], body: string, more: Partial<IndexedSection> = {}): IndexedSection {
  const title = path.at(-1) ?? "";
  const sectionId = `s-${title.replace(/[^\p{L}]/gu, "")}`;
  return { sectionId, title, path, markdown: `## ${title}\n\n${body}`, ...more };
}

const search = (query: string, more: Partial<DocumentQuery> = {}) =>
  reader.searchDocuments(documentQuery(query, { matchType: "semantic", ...more }), () => {}).hits;
const found = (query: string, more: Partial<DocumentQuery> = {}) =>
  search(query, more).map((hit) => `${hit.documentId} ${hit.sectionId}`);

const prose =
  "当社は配当政策のほか、事業戦略として店舗網の拡大と株主との対話を進め、配当の水準を検討しております。".repeat(4);
const report = (documentId: string, more: Partial<IndexedDocument> = {}) =>
  documentOf(documentId, [], {
    sections: [
      section(["１【経営方針】", "(1) 事業戦略"], prose),
      section(["３【配当政策】"], "剰余金は年二回、株主に分けます。"),
      section(["２【事業等のリスク】"], "為替の変動と原材料の高騰が業績に響きます。"),
    ],
    ...more,
  });

test("a question that names a legal section has that section first", async () => {
  await put(report("A"));
  expect(found("配当政策について教えてください")[0]).toBe("A s-配当政策");
});

test("a question in English finds its heading by the glossary that ships, without inline XBRL", async () => {
  await put(report("A"));
  expect(found("What is the company's dividend policy?")[0]).toBe("A s-配当政策");
  expect(found("business risks")[0]).toBe("A s-事業等のリスク");
});

test("a store learns names from its documents, with counts, and forgets them with the document", async () => {
  const names = [{ name: "jpcrp_cor:WhalingQuotaTextBlock", label: "４【捕鯨枠】" }];
  const quota = (documentId: string, tagged: boolean, code: string) =>
    documentOf(documentId, [], {
      securityCode: code,
      sections: [
        section(["４【捕鯨枠】"], "年間の割当です。", tagged ? { names } : {}),
        section(["５【漁船】"], "船の一覧です。"),
      ],
    });
  await put(quota("A", true, "1301"), quota("B", false, "1302"));
  expect(found("whaling quotas", { securityCodes: ["1302"] })).toEqual(["B s-捕鯨枠"]);
  expect(learnedPairs(db)).toEqual([{ name: "jpcrp_cor:WhalingQuotaTextBlock", label: "捕鯨枠", count: 1 }]);
  await put(quota("A", true, "1301"), quota("C", true, "1303"));
  expect(learnedPairs(db)[0]?.count).toBe(2);
  expect(rebuildGlossary(db)).toBe(1);
  await inTransaction(db, async () => {
    await createSearchWriter(db).removeDocument("A");
    await createSearchWriter(db).removeDocument("C");
  });
  expect(learnedPairs(db)).toEqual([]);
  expect(found("whaling quotas")).toEqual([]);
});

test("names are searched and never shown", async () => {
  const names = [{ name: "jpcrp_cor:WhalingQuotaTextBlock", label: "４【捕鯨枠】" }];
  await put(documentOf("A", [], { sections: [section(["４【捕鯨枠】"], "年間の割当です。", { names })] }));
  const [hit] = search("whaling quota", { includeSnippet: true });
  expect(JSON.stringify(hit?.snippet)).not.toMatch(/whaling/iu);
  expect(reader.searchDocuments(documentQuery("whaling"), () => {}).hits).toEqual([]);
});

const table = (unit: string, rows: readonly (readonly [string, string])[]) =>
  `（単位：${unit}）\n\n|科目|2024年3月期|\n|-|-:|\n${rows.map(([label, value]) => `|${label}|${value}|`).join("\n")}`;

test("a figure is found by its row, under the statements that were asked for, and the row is marked", async () => {
  const balance = table("百万円", [
    ["資産合計", "1,200"],
    ["のれん", "34"],
    ["自己株式", "△5"],
  ]);
  await put(
    documentOf("A", [], {
      sections: [
        section(["１【連結財務諸表等】", "①【連結貸借対照表】"], balance, { sectionId: "consolidated" }),
        section(["２【財務諸表等】", "①【貸借対照表】"], balance, { sectionId: "individual" }),
        section(["１【経営方針】"], "のれんの額、のれんの扱い、のれんの償却、資産の話、自己株式の話。".repeat(5)),
      ],
    }),
  );
  const [consolidated] = search("連結ののれんはいくらですか");
  expect(consolidated).toMatchObject({ sectionId: "consolidated", row: { table: 0, label: "のれん" } });
  expect(search("個別ののれんはいくらですか")[0]?.sectionId).toBe("individual");
});

test("the documents of an issuer that a question names come first, and others follow", async () => {
  const text = "研究開発の費用は前年を上回りました。";
  await put(
    documentOf("A", [text], {
      securityCode: null,
      issuerName: "青嵐樹脂株式会社",
      issuerNames: ["青嵐樹脂株式会社", "Aoarashi Resin Co., Ltd."],
    }),
    documentOf("B", [`${text}${text}`], {
      securityCode: null,
      issuerName: "海鳴精機株式会社",
      issuerNames: ["海鳴精機株式会社"],
      timelineAtMs: 9,
    }),
  );
  expect(found("研究開発の費用")[0]).toBe("B s1");
  expect(found("青嵐樹脂の研究開発の費用")).toEqual(["A s1", "B s1"]);
  expect(found("Aoarashi Resin's research and development")[0]).toBe("A s1");
});

test("a poor match of the issuer that is named beats a good one elsewhere, and with an issuer known none is empty", async () => {
  const names = (name: string, securityCode: string) => ({ issuerName: name, issuerNames: [name], securityCode });
  await put(
    documentOf("A", ["資本のことを少しだけ述べる。"], names("青嵐樹脂株式会社", "4021")),
    documentOf("B", ["資本効率の目標。".repeat(9), "ROICの目標。"], names("海鳴精機株式会社", "6101")),
  );
  for (const query of ["青嵐樹脂の資本効率の目標", "4021 資本効率", "資本効率 4021", "ROIC 青嵐樹脂"]) {
    const hits = search(query);
    expect(hits[0]?.documentId).toBe("A");
    expect(hits.map(({ score }) => score)).toEqual(hits.map(({ score }) => score).toSorted((x, y) => y - x));
  }
  expect(found("量子暗号", { securityCodes: ["4021"] })).toEqual(["A s1"]);
  expect(found("量子暗号")).toEqual([]);
});

test("a passage that says the opposite of what was asked ranks below one that says it", async () => {
  await put(
    documentOf("A", ["原材料費の上昇を販売価格に転嫁できなかったため、利益が落ちた。"], { timelineAtMs: 9 }),
    documentOf("B", ["原材料費の上昇を販売価格に転嫁できたため、利益を保った。"]),
  );
  expect(found("原材料費の上昇を価格に転嫁できた会社")[0]).toBe("B s1");
  expect(found("原材料費の上昇を価格に転嫁できなかった会社")[0]).toBe("A s1");
  await put(
    documentOf("C", ["北米の受注は大きく減少しました。"], { timelineAtMs: 9 }),
    documentOf("D", ["北米の受注は大きく増加しました。"]),
  );
  expect(found("北米の受注が増加した理由")[0]).toBe("D s1");
});

test("a question in English that says which way, or that something did not happen, is answered that way", async () => {
  await put(
    documentOf("A", ["北米の売上高は大きく減少しました。"], { timelineAtMs: 9 }),
    documentOf("B", ["北米の売上高は大きく増加しました。"]),
    documentOf("C", ["Net sales in Oceania did not increase this year."], { timelineAtMs: 9 }),
    documentOf("D", ["Net sales in Oceania increased again this year."]),
  );
  const first = (query: string, codes: string[]) =>
    search(query).find((hit) => codes.includes(hit.documentId))?.documentId;
  expect(first("Why did net sales increase?", ["A", "B"])).toBe("B");
  expect(first("Why did net sales decrease?", ["A", "B"])).toBe("A");
  expect(first("Where did net sales not increase?", ["A", "B"])).toBe("A");
  expect(first("Did net sales in Oceania increase this year?", ["C", "D"])).toBe("D");
  expect(first("Why did net sales in Oceania not increase this year?", ["C", "D"])).toBe("C");
});

const boilerplate =
  "当社の株式は東京証券取引所に上場しており、単元株式数は百株であります。定時株主総会は毎年六月に開きます。公告は電子公告により行います。";

test("a repeated passage is one hit that lists its other places", async () => {
  await put(
    documentOf("A", [boilerplate], { timelineAtMs: 3 }),
    documentOf("B", [boilerplate], { timelineAtMs: 2 }),
    documentOf("C", ["上場の予定はありません。"]),
  );
  for (const matchType of ["semantic", "lexical"] as const) {
    const hits = search("上場", { matchType, topK: 2 });
    expect(hits.map((hit) => hit.documentId).sort()).toEqual(["A", "C"]);
    expect(hits.find((hit) => hit.documentId === "A")?.alsoIn).toEqual([{ documentId: "B", sectionId: "s1" }]);
  }
});

test("with the latest only, an amendment replaces the section that it corrects", async () => {
  const original = documentOf("A", ["売上高は百億円でした。", "従業員は千人です。"]);
  const amendment = documentOf("B", ["売上高は九十億円でした。"], { amendsDocumentId: "A", timelineAtMs: 5 });
  await put(original, amendment);
  expect(found("売上高はいくら", { latestOnly: true })).toEqual(["B s1"]);
  expect(found("売上高はいくら").sort()).toEqual(["A s1", "B s1"]);
  expect(found("従業員は何人", { latestOnly: true })).toEqual(["A s2"]);
});

test("news is found by the issuer and the day in a question", async () => {
  const writer = createSearchWriter(db);
  const news = (newsId: string, issuer: string, observedAtMs: number) => ({
    newsId,
    title: "上方修正",
    statement: "通期の業績予想を引き上げた。",
    observedAtMs,
    securityCodes: [],
    issuerNames: [issuer],
  });
  await inTransaction(db, async () => {
    await writer.putNews(news("N1", "青嵐樹脂株式会社", Date.UTC(2025, 2, 14, 3)));
    await writer.putNews(news("N2", "海鳴精機株式会社", Date.UTC(2025, 4, 20, 3)));
  });
  const ask = (query: string) =>
    reader.searchNews(newsQuery(query, { matchType: "semantic" }), () => {}).hits.map((hit) => hit.newsId);
  expect(ask("青嵐樹脂の業績予想の修正")[0]).toBe("N1");
  expect(ask("海鳴精機の業績予想の修正")[0]).toBe("N2");
  expect(ask("2025年3月14日の業績予想")[0]).toBe("N1");
  expect(ask("2025年5月20日の業績予想")[0]).toBe("N2");
});

test("news of the day and the issuer that a question says comes before what shares more of its words", async () => {
  const writer = createSearchWriter(db);
  const news = (newsId: string, names: string[], title: string, day: number) => ({
    newsId,
    title,
    statement: `「2025年5月期　決算短信」を公表した。${title}`,
    observedAtMs: Date.UTC(2025, 4, day, 3),
    securityCodes: [],
    issuerNames: names,
  });
  const ours = ["青嵐樹脂株式会社", "Aoarashi Resin Co., Ltd."];
  await inTransaction(db, async () => {
    await writer.putNews(news("N1", ["海鳴精機株式会社"], "決算を発表", 8));
    await writer.putNews(news("N2", ours, "代表取締役が交代", 9));
    await writer.putNews(news("N3", ours, "自己株式の取得を決議", 21));
    await writer.putNews(news("N4", ["東雲フィナンシャル株式会社"], "自己株式の取得を決議", 9));
    // Words weigh by how rare they are: that takes more than four statements.
    for (let day = 1; day <= 28; day++) {
      await writer.putNews(news(`F${day}`, ["笹鳴運輸株式会社"], `運行の予定、第${day}報`, day));
    }
  });
  const first = (query: string) =>
    reader.searchNews(newsQuery(query, { matchType: "semantic" }), () => {}).hits[0]?.newsId;
  expect(first("2025年5月9日に青嵐樹脂は何を発表したか")).toBe("N2");
  expect(first("What did Aoarashi Resin announce on May 21, 2025?")).toBe("N3");
  expect(first("share buyback by Aoarashi Resin")).toBe("N3");
  expect(first("Aoarashi Resin has a new president")).toBe("N2");
});

test("documents put together are counted as each alone, and none of a batch that was given up", async () => {
  const tagged = (documentId: string, ...labels: string[]) =>
    documentOf(documentId, [], {
      sections: labels.map((label) => section([label], "本文です。", { names: [{ name: "jpcrp_cor:Q", label }] })),
    });
  const batches = [
    [tagged("A", "捕鯨枠", "漁船"), tagged("B", "捕鯨枠"), tagged("C", "漁船", "漁場")],
    [tagged("A", "捕鯨枠"), tagged("C", "漁港"), tagged("B", "捕鯨枠", "漁船")],
  ];
  const writer = createSearchWriter(db);
  const together = async (documents: readonly IndexedDocument[]) => {
    writer.bulk?.begin();
    for (const each of documents) await writer.putDocument(each);
  };
  const version = () => db.prepare("SELECT version FROM search_glossary_state").pluck().get();
  for (const [round, expected] of [
    [0, { 捕鯨枠: 2, 漁船: 2, 漁場: 1 }],
    [1, { 捕鯨枠: 2, 漁船: 1, 漁港: 1 }],
  ] as const) {
    const before = version();
    await inTransaction(db, async () => {
      await together(batches[round] ?? []);
      await writer.bulk?.end();
    });
    expect(Object.fromEntries(learnedPairs(db).map(({ label, count }) => [label, count]))).toEqual(expected);
    expect(version()).not.toBe(before);
  }
  const kept = learnedPairs(db);
  const lost = inTransaction(db, async () => {
    await together([tagged("D", "捕鯨枠")]);
    throw new Error("given up");
  });
  await expect(lost).rejects.toThrow("given up");
  writer.bulk?.abandon();
  await inTransaction(db, () => writer.putDocument(tagged("E", "漁船")));
  expect(learnedPairs(db)).toEqual(kept.map((pair) => (pair.label === "漁船" ? { ...pair, count: 2 } : pair)));
});

test("documents put together are each found by their own words, in their own sections", async () => {
  const writer = createSearchWriter(db);
  const words = ["捕鯨枠", "操業日誌", "入札価格", "防潮堤"];
  await inTransaction(db, async () => {
    writer.bulk?.begin();
    for (const [at, word] of words.entries()) {
      const sections = [
        section(["沿革"], "共通の本文です。"),
        section([`項目${"甲乙丙丁"[at]}`], `${word}の説明です。`),
      ];
      await writer.putDocument(documentOf(`D${at}`, [], { sections }));
    }
    await writer.bulk?.end();
  });
  for (const [at, word] of words.entries())
    expect(found(word, { matchType: "lexical" })).toEqual([`D${at} s-項目${"甲乙丙丁"[at]}`]);
});

test("an explanation tells the glossary's words, the issuer, and the fields and row of each hit", async () => {
  await put(report("A"));
  const explanation = reader.explain(documentQuery("dividend policy of Mihon Suisan", { matchType: "semantic" }));
  expect(explanation.issuers).toEqual(["mihon suisan"]);
  expect(explanation.glossary[0]).toMatchObject({ label: "配当政策", name: "jpcrp_cor:DividendPolicyTextBlock" });
  expect(explanation.hits[0]).toMatchObject({ title: "３【配当政策】" });
  expect(explanation.hits[0]?.parts["title"]).toBeGreaterThan(0);
});
