import { randomOf } from "../random.ts";
import type { Context } from "./context.ts";

const places = [
  "北海道",
  "東北",
  "関東",
  "北陸",
  "東海",
  "近畿",
  "中国",
  "四国",
  "九州",
  "沖縄",
  "上越",
  "信州",
  "山陰",
  "瀬戸内",
  "常総",
];
const kinds = [
  "販売",
  "サービス",
  "製造",
  "物流",
  "テクノ",
  "ファシリティーズ",
  "システム",
  "商事",
  "エンジニアリング",
  "マテリアル",
];
const countries = [
  "タイランド",
  "ベトナム",
  "インディア",
  "アメリカ",
  "ヨーロッパ",
  "台湾",
  "上海",
  "マレーシア",
  "メキシコ",
  "ポーランド",
  "オーストラリア",
  "シンガポール",
];

/** The `at`-th company of the group: the same every year. */
export function subsidiaryOf(c: Context, at: number) {
  const random = randomOf(c.seed, "subsidiary", c.issuer.index, at);
  const abroad = at % 5 >= 3;
  const ordinal = abroad ? Math.floor(at / 5) * 2 + (at % 5) - 3 : Math.floor(at / 5) * 3 + (at % 5);
  const where = abroad ? countries : places;
  const pairs = where.length * kinds.length;
  // Steps that share no divisor with the number of pairs: each name comes once before any comes again.
  const pair = (ordinal * 37 + c.issuer.index) % pairs;
  const again = ordinal < pairs ? "" : `第${"二三四五"[Math.floor(ordinal / pairs) - 1] ?? "二"}`;
  const own = `${c.shortName}${where[pair % where.length] ?? ""}${again}${kinds[Math.floor(pair / where.length)] ?? ""}`;
  const name = abroad ? own : `${own}株式会社`;
  return {
    name,
    abroad,
    place: abroad
      ? `${random.pick(["バンコク", "ハノイ", "チェンナイ", "シカゴ", "デュッセルドルフ", "台北", "上海", "クアラルンプール", "モンテレイ", "ヴロツワフ", "パース", "シンガポール"])}市`
      : random.pick([
          "札幌市",
          "仙台市",
          "さいたま市",
          "金沢市",
          "名古屋市",
          "大阪市",
          "広島市",
          "高松市",
          "福岡市",
          "那覇市",
          "上越市",
          "松本市",
        ]),
    capital: random.int(1, 90) * 10,
    segment: `${c.issuer.sectorProfile.segments[at % c.issuer.sectorProfile.segments.length]?.[0] ?? ""}事業`,
    share: random.pick(["100.0", "100.0", "100.0", "100.0", "80.0", "75.0", "66.7", "51.0"]),
    relation: random.pick([
      "当社の製品を販売しております。",
      "当社の業務の一部を受託しております。",
      "役員の兼任があります。",
      "資金の貸付を行っております。",
      "設備の賃貸借を行っております。",
      "当社に部材を供給しております。",
      "債務を保証しております。",
    ]),
  };
}
