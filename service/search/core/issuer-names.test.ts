import { expect, test } from "vitest";
import { IssuerNames } from "./issuer-names.ts";

/** Fictional, but formed as real names are: [code, names]. Those without a code are known from their documents alone. */
const issuers: readonly (readonly [string, ...string[]])[] = [
  ["1011", "株式会社青嵐銀行", "The Aoarashi Bank, Ltd."],
  ["1012", "三峰商事株式会社", "Mitsumine Corporation"],
  ["1013", "三峰電機株式会社", "Mitsumine Electric Co., Ltd."],
  ["1014", "三峰地所株式会社", "Mitsumine Estate Company, Limited"],
  ["1015", "ソラバンクグループ株式会社", "SoraBank Group Corp."],
  ["1016", "ソラバンク株式会社", "SoraBank Corp."],
  ["1017", "株式会社ランド", "LAND Co.,Ltd."],
  ["1018", "株式会社高嶺", "Mt. Takane Co., Ltd."],
  ["1019", "味の泉株式会社", "Ajinoizumi Co., Inc."],
  ["1020", "株式会社　ミナモのタネ", "MINAMO SEED CORPORATION"],
  ["6861", "株式会社ルミエンス", "LUMIENCE CORPORATION"],
  ["1925", "ヒナタハウス工業株式会社", "Hinata House Industry Co., Ltd."],
  ["1023", "ダイセン工業株式会社", "DAISEN INDUSTRIES, LTD."],
  ["1024", "花凪株式会社", "Hananagi Corporation"],
  ["1025", "株式会社イノベーション", "Innovation Inc."],
  ["1026", "株式会社ビジョン", "VISION INC."],
  ["1027", "九州鉄鋼株式会社", "Kyushu Tekko K.K."],
  ["1028", "株式会社セブリ＆アイル・ホールディングス", "Sebli & Ile Holdings Co., Ltd."],
  ["1029", "富嶺株式会社", "FUREI CORPORATION"],
  ["130A", "株式会社ＬＩＮＧＯ", "LINGO Inc."],
  ["9001", "東峰鉄道株式会社", "TOHO RAILWAY CO., LTD."],
  ["1031", "ＡＲＥＳＴホールディングス株式会社", "And Rest Holdings Co., Ltd."],
  ["1034", "システム・ミホン株式会社", "System Mihon Co., Ltd."],
  ["1032", "Ａｎｄ　Ｃｏホールディングス株式会社", "With Co Corporation"],
  ["1033", "株式会社Ｋ－ｎｏ", "K.N.O. Corporation"],
  ["", "見本酒造株式会社", "Mihon Brewing K.K."],
  ["", "ザ・ミホン・ファンド合同会社"],
];

const names = new IssuerNames();
for (const [owner, [code, ...each]] of issuers.entries()) names.add(owner, each, code === "" ? [] : [code]);

const found = (question: string) =>
  names
    .find(question)
    .owners.map((owner) => issuers[owner]?.[0] || (issuers[owner]?.[1] ?? ""))
    .toSorted()
    .join(" ");

test.each([
  ["青嵐銀行の貸倒引当金", "1011"],
  ["What is The Aoarashi Bank's dividend policy?", "1011"],
  ["capital adequacy of Aoarashi Bank", "1011"],
  ["the aoarashi bank, ltd. risks", "1011"],
  ["Mitsumine Corporation's largest shareholders", "1012"],
  ["mitsumine corp. order backlog", "1012"],
  ["三峰商事の大株主", "1012"],
  ["Mitsumine Electric order backlog", "1013"],
  ["三峰電機と三峰地所の自己資本比率", "1013 1014"],
  ["sorabank corp. dividend", "1016"],
  ["SoraBank Group's net debt", "1015"],
  ["ソラバンクグループの有利子負債", "1015"],
  ["ソラバンクの配当", "1016"],
  ["ソラバンク（株）の設備投資", "1016"],
  ["ランドの販売用不動産はいくらか", "1017"],
  ["株式会社ランドの継続企業の前提", "1017"],
  ["What does Land say about its going concern?", "1017"],
  ["Risks that Land's management names", "1017"],
  ["land co., ltd. net sales", "1017"],
  ["How many employees does Mt. Takane have?", "1018"],
  ["mt takane employees", "1018"],
  ["味の泉の研究開発費", "1019"],
  ["味の泉と花凪の配当性向の比較", "1019 1024"],
  ["ミナモのタネの海外売上高", "1020"],
  ["Minamo Seed's overseas sales", "1020"],
  ["6861 自己資本比率", "6861"],
  ["自己資本比率 6861", "6861"],
  ["6861の平均年間給与", "6861"],
  ["ROIC of 6861.T", "6861"],
  ["ルミエンス自己資本比率", "6861"],
  ["lumience roic", "6861"],
  ["1925 配当性向", "1925"],
  ["配当性向（1925）", "1925"],
  ["ROIC ダイセン", "1023"],
  ["ROIC ダイセン工業 2024年3月期", "1023"],
  ["Daisen's ROIC target", "1023"],
  ["花凪配当政策", "1024"],
  ["2024年3月期花凪の営業利益", "1024"],
  ["花凪グループ全体の従業員数", "1024"],
  ["ルミエンスの花凪への依存度", "6861"],
  ["株式会社イノベーションの売上高", "1025"],
  ["株式会社ＬＡＮＤの売上高", "1017"],
  ["イノベーション社の売上高", "1025"],
  ["What were VISION Inc.'s impairment losses?", "1026"],
  ["九州鉄鋼の電炉", "1027"],
  ["セブリ＆アイルの従業員数", "1028"],
  ["セブリアンドアイル、セブリ＆アイル・ホールディングスの店舗", "1028"],
  ["Sebli & Ile stores", "1028"],
  ["LINGOの会員数", "130A"],
  ["130A 会員数", "130A"],
  ["見本酒造の沿革", "見本酒造株式会社"],
  ["History of Mihon Brewing", "見本酒造株式会社"],
  ["配当性向 1925", "1925"],
  ["K.N.O. dividends", "1033"],
  ["K-noの配当", "1033"],
  ["ザ・ミホン・ファンドの出資者", "ザ・ミホン・ファンド合同会社"],
])("%s: %s", (question, codes) => expect(found(question)).toBe(codes));

test.each([
  "How much land does the company own in Osaka?",
  "Land prices in Tokyo and impairment",
  "land and buildings",
  "Transactions with related parties and their terms",
  "ディズニーランドの入園者数",
  "南アフリカランド建ての社債",
  "対ランドの為替感応度",
  "ランドセルの販売",
  "テーマパーク・ランド事業のグランドデザイン",
  "イノベーションの取り組み",
  "通販のシステムが攻撃された場合",
  "長期ビジョンの策定",
  "経営ビジョンと中期計画",
  "What is the long-term vision for 2030?",
  "innovation and new business",
  "九州の工場",
  "Mitsumine Motors' recalls",
  "三峰の歴史",
  "富嶺電工の受注残",
  "大花凪の配当",
  "花凪ハウスの配当",
  "1925年に創業した会社",
  "founded in 1925",
  "従業員 6861人",
  "ISO 9001 の認証",
  "6861百万円の減損損失",
  "net sales of 6861 million yen",
  "花凪への依存度が高い部品メーカー",
  "花凪から導入した技術の契約期間",
  "companies whose sales to Lumience are over 10%",
  "味の良い商品",
  "高嶺地区の工場",
  "the bank's capital adequacy",
])("no issuer: %s", (question) => expect(found(question)).toBe(""));

test("names are taken out of the question, and names that are read later are learned too", () => {
  expect(names.find("6861の自己資本比率").rest).toBe("自己資本比率");
  expect(names.find("What is The Aoarashi Bank's policy?").rest).toBe("what is the policy?");
  const learning = new IssuerNames();
  learning.add(0, ["花凪株式会社"], ["1024"]);
  learning.add(1, ["花凪株式会社", "Hananagi Corporation"], ["1024"]);
  expect(learning.find("hananagi dividends").owners).toEqual([0, 1]);
});

test("a statement about several issuers is found by each", () => {
  const news = new IssuerNames();
  news.add(0, ["花凪株式会社", "Hananagi Corporation", "富嶺株式会社", "FUREI CORPORATION"], ["1024", "1029"]);
  news.add(1, ["富嶺株式会社", "FUREI CORPORATION"], ["1029"]);
  expect(news.find("花凪の合併").owners).toEqual([0]);
  expect(news.find("Furei's merger").owners).toEqual([0, 1]);
});
