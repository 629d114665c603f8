/**
 * English names of what exchanges and EDINET call markets and industries in Japanese: the market segments since 2022 and
 * the 33 industries of the Securities Identification Code Committee, as JPX writes them in English. Shown beside the
 * Japanese name, never instead of it; other names have none.
 */
const markets: Readonly<Record<string, string>> = {
  プライム: "Prime",
  スタンダード: "Standard",
  グロース: "Growth",
  "TOKYO PRO Market": "TOKYO PRO Market",
  札証: "Sapporo",
  名証: "Nagoya",
  福証: "Fukuoka",
  東証: "Tokyo",
  上場: "listed",
  非上場: "not listed",
};

const industries: Readonly<Record<string, string>> = {
  "水産・農林業": "Fishery, agriculture and forestry",
  鉱業: "Mining",
  建設業: "Construction",
  食料品: "Foods",
  繊維製品: "Textiles and apparels",
  "パルプ・紙": "Pulp and paper",
  化学: "Chemicals",
  医薬品: "Pharmaceutical",
  "石油・石炭製品": "Oil and coal products",
  ゴム製品: "Rubber products",
  "ガラス・土石製品": "Glass and ceramics products",
  鉄鋼: "Iron and steel",
  非鉄金属: "Nonferrous metals",
  金属製品: "Metal products",
  機械: "Machinery",
  電気機器: "Electric appliances",
  輸送用機器: "Transportation equipment",
  精密機器: "Precision instruments",
  その他製品: "Other products",
  "電気・ガス業": "Electric power and gas",
  陸運業: "Land transportation",
  海運業: "Marine transportation",
  空運業: "Air transportation",
  "倉庫・運輸関連": "Warehousing and harbor transportation services",
  "倉庫・運輸関連業": "Warehousing and harbor transportation services",
  "情報・通信業": "Information and communication",
  卸売業: "Wholesale trade",
  小売業: "Retail trade",
  銀行業: "Banks",
  "証券、商品先物取引業": "Securities and commodity futures",
  保険業: "Insurance",
  その他金融業: "Other financing business",
  不動産業: "Real estate",
  サービス業: "Services",
  "外国法人・組合": "Foreign corporation or partnership",
};

export function marketName(name: string): string | undefined {
  const whole = tidy(name).replace(/市場$/u, "");
  const found = markets[whole];
  if (found !== undefined) return found;
  const exchange = /^(東証|札証|名証|福証)\s*(.+)$/u.exec(whole);
  const segment = markets[exchange?.[2] ?? ""];
  return segment === undefined ? undefined : `${markets[exchange?.[1] ?? ""] ?? ""} ${segment}`;
}

export function industryName(name: string): string | undefined {
  return industries[tidy(name)];
}

/** Middle dots and commas come in more than one width. */
function tidy(name: string): string {
  return name.normalize("NFKC").replace(/,/gu, "、").replace(/･/gu, "・").trim();
}
