import type { IssuerPublication } from "../domain/publishing/publication.ts";
import { randomOf } from "./random.ts";
import { type Sector, sectors } from "./sectors.ts";

/** One invented company, which can be generated again from its index and the seed. */
export interface SampleIssuer extends IssuerPublication {
  readonly index: number;
  readonly sectorProfile: Sector;
  /** Without the company form, as in the titles of its documents. */
  readonly shortName: string;
  readonly nameEn: string;
  readonly nameKana: string;
  /** Month in which the fiscal year ends, 1 to 12. */
  readonly closingMonth: number;
  readonly foundedYear: number;
  readonly president: string;
  readonly headOffice: string;
  readonly standard: Standard;
}

type Standard = "日本基準" | "IFRS" | "米国基準";

/** Kanji, kana, romaji: rare words of nature and places that are no listed company's name. */
const stems: readonly (readonly [string, string, string])[] = [
  ["海鳴", "ウミナリ", "Uminari"],
  ["凪原", "ナギハラ", "Nagihara"],
  ["千尋谷", "チヒロダニ", "Chihirodani"],
  ["澪標", "ミオツクシ", "Miotsukushi"],
  ["碧燈", "ヘキトウ", "Hekito"],
  ["鶴喰", "ツルバミ", "Tsurubami"],
  ["常磐津", "トキワヅ", "Tokiwazu"],
  ["月舘", "ツキダテ", "Tsukidate"],
  ["椋鳥", "ムクドリ", "Mukudori"],
  ["八千穂", "ヤチホ", "Yachiho"],
  ["糸魚瀬", "イトヨセ", "Itoyose"],
  ["白鷺沼", "シラサギヌマ", "Shirasaginuma"],
  ["墨染野", "スミゾメノ", "Sumizomeno"],
  ["紅梅坂", "コウバイザカ", "Kobaizaka"],
  ["𠮷野森", "ヨシノモリ", "Yoshinomori"],
  ["夕星", "ユウヅツ", "Yuzutsu"],
  ["霧ヶ辻", "キリガツジ", "Kirigatsuji"],
  ["瑠璃川", "ルリカワ", "Rurikawa"],
  ["鈴虫野", "スズムシノ", "Suzumushino"],
  ["烏帽子沢", "エボシザワ", "Eboshizawa"],
  ["柊台", "ヒイラギダイ", "Hiiragidai"],
  ["蛍沢", "ホタルザワ", "Hotaruzawa"],
  ["石楠原", "シャクナハラ", "Shakunahara"],
  ["雲雀坂", "ヒバリザカ", "Hibarizaka"],
  ["銀杏浜", "イチョウハマ", "Ichohama"],
  ["松籟", "ショウライ", "Shorai"],
  ["汐見瀬", "シオミセ", "Shiomise"],
  ["朧谷", "オボロダニ", "Oborodani"],
  ["翠ヶ峰", "ミドリガミネ", "Midorigamine"],
  ["弓弦羽", "ユヅルハ", "Yuzuruha"],
  ["玉響", "タマユラ", "Tamayura"],
  ["花筏", "ハナイカダ", "Hanaikada"],
  ["水鏡", "ミカガミ", "Mikagami"],
  ["時雨塚", "シグレヅカ", "Shigurezuka"],
  ["栂尾野", "トガオノ", "Togaono"],
  ["鴎島", "カモメジマ", "Kamomejima"],
  ["紫苑", "シオン", "Shion"],
  ["青嵐", "アオアラシ", "Aoarashi"],
  ["薄墨", "ウスズミ", "Usuzumi"],
  ["遠雷", "エンライ", "Enrai"],
  ["木漏里", "コモレリ", "Komoreri"],
  ["笹鳴", "ササナキ", "Sasanaki"],
  ["帆待", "ホマチ", "Homachi"],
  ["竜胆峰", "リンドウミネ", "Rindomine"],
  ["雪代", "ユキシロ", "Yukishiro"],
  ["砧野", "キヌタノ", "Kinutano"],
  ["濡羽", "ヌレハ", "Nureha"],
  ["若鮎瀬", "ワカアユセ", "Wakaayuse"],
  ["篝野", "カガリノ", "Kagarino"],
  ["渚台", "ナギサダイ", "Nagisadai"],
  ["東雲瀬", "シノノメセ", "Shinonomese"],
  ["風花", "カザハナ", "Kazahana"],
  ["錦木", "ニシキギ", "Nishikigi"],
  ["星霜", "セイソウ", "Seiso"],
  ["真砂浦", "マサゴウラ", "Masagoura"],
  ["露草", "ツユクサ", "Tsuyukusa"],
  ["稲架掛", "ハサカケ", "Hasakake"],
  ["飛梅", "トビウメ", "Tobiume"],
  ["葦舟", "アシフネ", "Ashifune"],
  ["望月野", "モチヅキノ", "Mochizukino"],
  ["金糸雀", "カナリア", "Kanaria"],
  ["茜部", "アカナベ", "Akanabe"],
  ["栃窪", "トチクボ", "Tochikubo"],
  ["早蕨", "サワラビ", "Sawarabi"],
  ["宵待", "ヨイマチ", "Yoimachi"],
  ["雁ヶ音", "カリガネ", "Karigane"],
  ["藍染川", "アイゾメガワ", "Aizomegawa"],
  ["榛名瀬", "ハルナセ", "Harunase"],
  ["貝寄", "カイヨセ", "Kaiyose"],
];

const letters = "ACDFGHJKLMNPRSTUWXY";
const markets = ["プライム", "プライム", "スタンダード", "スタンダード", "グロース"];
const givenNames = [
  "香坂 直人",
  "柊 美佐子",
  "久我 隆一",
  "志水 玲",
  "真鍋 啓介",
  "鷹取 由紀",
  "沢渡 誠",
  "有働 晴美",
  "木暮 健司",
  "三枝 文夫",
  "浅葱 千晶",
  "名越 徹",
];
const offices = [
  "東京都千代田区",
  "東京都港区",
  "大阪市中央区",
  "名古屋市中村区",
  "福岡市博多区",
  "札幌市中央区",
  "仙台市青葉区",
  "広島市中区",
  "金沢市",
  "高松市",
];

/** Three figures and a letter from the top of the range, where no code has been given out. */
function codeOf(index: number): string {
  const number = 999 - (Math.imul(index, 37) % 100) - 100 * Math.floor(index / (100 * letters.length));
  return `${number}${letters[Math.floor(index / 100) % letters.length] ?? "A"}`;
}

export function issuerOf(seed: number, index: number): SampleIssuer {
  const random = randomOf(seed, "issuer", index);
  const stem = stems[index % stems.length] ?? random.pick(stems);
  // The industry moves on each time the stems begin again, and the suffix each time the industries do: every
  // pair of stem and suffix comes once before any comes again.
  const round = Math.floor(index / stems.length);
  const sector = sectors[(index + 2 * round) % sectors.length] ?? random.pick(sectors);
  const lap = Math.floor(round / sectors.length);
  const suffix = sector.suffixes[(lap + index) % sector.suffixes.length] ?? random.pick(sector.suffixes);
  const branch = Math.floor(lap / sector.suffixes.length);
  const ordinal = branch === 0 ? "" : `第${"一二三四五六七八九十"[branch] ?? branch + 1}`;
  const shortName = `${stem[0]}${ordinal}${suffix[0]}`;
  const before = random.chance(0.25);
  return {
    index,
    sectorProfile: sector,
    securityCode: codeOf(index),
    name: before ? `株式会社${shortName}` : `${shortName}株式会社`,
    shortName,
    nameEn: `${stem[2]} ${suffix[2]}${branch === 0 ? "" : ` ${branch + 1}`} ${random.pick(["Co., Ltd.", "Corporation", "Inc."])}`,
    nameKana: `${stem[1]}${branch === 0 ? "" : "ダイ"}${suffix[1]}`,
    market: random.pick(markets),
    sector: sector.name,
    edinetCode: `E9${String(index).padStart(4, "0")}`,
    corporateNumber: corporateNumber(index),
    closingMonth: random.pick([3, 3, 3, 3, 12, 12, 6, 9]),
    foundedYear: random.int(1898, 1989),
    president: random.pick(givenNames),
    headOffice: random.pick(offices),
    standard: standardOf(index, sector.name, random.chance(0.25)),
  };
}

/** Banks keep to the Japanese standard; one maker of electrical goods in five keeps to the American one. */
function standardOf(index: number, sector: string, isInternational: boolean): Standard {
  if (sector === "銀行業") return "日本基準";
  if (sector === "電気機器" && index % 60 === 14) return "米国基準";
  return isInternational ? "IFRS" : "日本基準";
}

/** Thirteen digits of which the first is a check digit made wrong, so that the number can't be a real one. */
function corporateNumber(index: number): string {
  const base = `0000${String(90_000_000 + index)}`;
  const sum = [...base].reverse().reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 1 : 2), 0);
  const check = 9 - (sum % 9);
  return `${(check % 9) + 1}${base}`;
}
