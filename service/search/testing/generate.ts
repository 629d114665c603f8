import type { DocumentFamily } from "../../../lib/contract/vocabulary.ts";
import type { IndexedDocument, IndexedNews } from "../port.ts";

/** A seeded stream of numbers from 0 to 1: the same corpus from the same seed, on every machine. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const kanji =
  "売上高営業利益経常純資産負債株式配当金研究開発設備投資事業環境市場製品販売顧客需要増加減少前期当期連結子会社海外国内為替影響原価費用収益計画方針政策取締役監査委員会報告書類提出財務諸表注記重要会計基準適用税効果繰延引当退職給付金融商品借入返済流動固定建物機械土地無形償却減損評価時価公正価値契約債務履行義務認識測定開示情報技術人材育成働方改革健康安全品質管理内部統制体制整備運用状況課題対処成長戦略推進強化拡大展開地域社会貢献気候変動対応温室効果排出削減目標達成";
const katakana = [
  "サーバー",
  "ウイルス",
  "ソフトウェア",
  "システム",
  "サービス",
  "グループ",
  "リスク",
  "データ",
  "エネルギー",
  "プラットフォーム",
  "キャッシュ",
  "フロー",
  "セグメント",
  "メーカー",
  "ガバナンス",
];
const latin = ["AI", "ROE", "IT", "DX", "ESG", "M&A", "IFRS", "SaaS", "CO2", "Web"];
const joints = [
  "は、",
  "の",
  "を",
  "に",
  "が",
  "と",
  "により",
  "において",
  "および",
  "に関する",
  "については、",
  "や",
  "から",
  "へ",
];
const endings = [
  "しております。",
  "しました。",
  "となりました。",
  "であります。",
  "する方針です。",
  "を見込んでおります。",
  "が増加しました。",
  "に努めてまいります。",
];

/** Prose of about `length` characters. Words come by rank: few are everywhere, most are rare. */
export function prose(random: () => number, length: number, vocabulary: readonly string[]): string {
  let text = "";
  const word = () => vocabulary[Math.floor(vocabulary.length * random() ** 3)] ?? "";
  const pick = (list: readonly string[]) => list[Math.floor(random() * list.length)] ?? "";
  while (text.length < length) {
    const words = 3 + Math.floor(random() * 6);
    for (let i = 0; i < words; i++) {
      const dice = random();
      if (dice < 0.72) text += word();
      else if (dice < 0.8) text += pick(katakana);
      else if (dice < 0.84) text += pick(latin);
      else if (dice < 0.88)
        text += `${1 + Math.floor(random() * 999)},${String(Math.floor(random() * 1000)).padStart(3, "0")}百万円`;
      else if (dice < 0.91) text += `令和${1 + Math.floor(random() * 8)}年${1 + Math.floor(random() * 12)}月期`;
      else if (dice < 0.93) text += `△${Math.floor(random() * 900)}`;
      else if (dice < 0.94) text += `㈱${word()}`;
      else text += word() + word();
      if (i < words - 1) text += pick(joints);
    }
    text += pick(endings);
    if (random() < 0.15) text += "\n\n";
  }
  return text;
}

export function vocabularyOf(random: () => number, size: number): string[] {
  const characters = Array.from(new Set(kanji));
  const words = new Set<string>();
  while (words.size < size) {
    let word = "";
    const length = 2 + Math.floor(random() * 3);
    for (let i = 0; i < length; i++) word += characters[Math.floor(random() * characters.length)] ?? "";
    words.add(word);
  }
  return [...words];
}

const types = ["annual_securities_report", "quarterly_report", "earnings_summary", "extraordinary_report"];
const dayMs = 86_400_000;

/** Documents of `sectionsEach` sections, with every filter's values mixed and some instants shared. */
export function* generateDocuments(options: {
  readonly seed: number;
  readonly sections: number;
  readonly sectionsEach?: number;
  readonly sectionLength?: number;
  readonly vocabularySize?: number;
}): Generator<IndexedDocument> {
  const random = randomFrom(options.seed);
  const vocabulary = vocabularyOf(random, options.vocabularySize ?? 6_000);
  const each = options.sectionsEach ?? 20;
  const mean = options.sectionLength ?? 1_500;
  const issuers = Math.max(4, Math.floor(options.sections / 200));
  for (let n = 0; n * each < options.sections; n++) {
    const issuer = Math.floor(random() * issuers);
    const name = `${vocabulary[vocabulary.length - 1 - (issuer % 997)] ?? ""}株式会社`;
    const family: DocumentFamily = random() < 0.7 ? "edinet_filing" : "timely_disclosure";
    const documentId = `D${String(n).padStart(6, "0")}`;
    const title = `第${n % 90}期 報告書`;
    const chapter = `第${1 + (n % 5)} ${vocabulary[n % 50] ?? ""}の状況`;
    yield {
      documentId,
      family,
      type: types[Math.floor(random() * types.length)] ?? "other",
      securityCode: random() < 0.95 ? String(1300 + issuer) : null,
      issuerName: name,
      title,
      timelineAtMs: Date.UTC(2020, 0, 1) + Math.floor(random() * 2_000) * dayMs,
      superseded: random() < 0.3,
      issuerNames: [name],
      periodEnd: null,
      amendsDocumentId: null,
      sections: Array.from({ length: Math.min(each, options.sections - n * each) }, (_, i) => {
        const heading = `${i + 1} ${vocabulary[Math.floor(random() * 400)] ?? ""}`;
        const length = Math.max(40, Math.floor(mean * (0.3 + 1.4 * random())));
        return {
          sectionId: `${documentId}-${i + 1}`,
          title: heading,
          path: i === 0 ? [heading] : [chapter, heading],
          markdown: `## ${heading}\n\n${prose(random, length, vocabulary)}`,
        };
      }),
    };
  }
}

export function* generateNews(seed: number, count: number): Generator<IndexedNews> {
  const random = randomFrom(seed);
  const vocabulary = vocabularyOf(random, 2_000);
  for (let n = 0; n < count; n++) {
    yield {
      newsId: `N${String(n).padStart(5, "0")}`,
      title: random() < 0.8 ? prose(random, 20, vocabulary) : null,
      statement: prose(random, 120, vocabulary),
      observedAtMs: Date.UTC(2024, 0, 1) + Math.floor(random() * 200) * dayMs,
      securityCodes: Array.from({ length: Math.floor(random() * 3) }, () => String(1300 + Math.floor(random() * 20))),
      issuerNames: [],
    };
  }
}
