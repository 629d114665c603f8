import { randomOf } from "../random.ts";

const surnames = [
  "香坂",
  "久我",
  "真鍋",
  "鷹取",
  "木暮",
  "三枝",
  "浅葱",
  "有働",
  "志水",
  "沢渡",
  "名越",
  "柊",
  "宇津木",
  "日下部",
  "諏訪部",
  "榊原",
  "小日向",
  "瀬名",
  "朝比奈",
  "音羽",
  "稲垣",
  "風早",
  "蓮見",
  "葛城",
  "桐生",
  "鳴海",
  "仁科",
  "八木沢",
  "来栖",
  "結城",
];
const givenNames = [
  "一成",
  "智子",
  "邦彦",
  "遥",
  "正道",
  "亜希",
  "直樹",
  "美和",
  "敏行",
  "佳代",
  "慎吾",
  "百合",
  "克己",
  "真理",
  "哲郎",
  "瑞穂",
  "隆",
  "千尋",
  "康弘",
  "紗江",
  "修平",
  "律子",
  "雅人",
  "菜穂子",
];

/** The `at`-th of an issuer's people: the same every year. */
export function personOf(seed: number, issuer: number, role: string, at: number): string {
  const random = randomOf(seed, "person", issuer, role, at);
  return `${random.pick(surnames)} ${random.pick(givenNames)}`;
}

const heads = [
  "朽葉",
  "萌葱",
  "浅緋",
  "洗朱",
  "鈍色",
  "木賊",
  "櫨染",
  "縹",
  "苅安",
  "藤袴",
  "吾亦紅",
  "女郎花",
  "空木",
  "鴇羽",
  "瓶覗",
  "海松",
  "檜皮",
  "蘇芳",
  "淡香",
  "白緑",
  "青鈍",
  "梔子",
  "柑子",
  "桧扇",
  "深縹",
  "薄紅梅",
  "若菜色",
  "水浅葱",
  "鶸萌",
  "枯野",
];
const tails = [
  "鋼業",
  "商会",
  "化成",
  "電子",
  "物産",
  "運輸",
  "興業",
  "食産",
  "建材",
  "機器",
  "通商",
  "硝子",
  "製紙",
  "紡織",
  "薬品工業",
  "倉庫",
  "精密",
  "ゴム工業",
  "印刷",
  "エンジニアリング",
  "不動産",
  "情報",
  "海運",
  "飼料",
];

/** An invented company that something is done with: a customer, a holding, a lender. */
export function companyOf(seed: number, issuer: number, role: string, at: number): string {
  const start = randomOf(seed, "company", issuer, role).int(0, heads.length * tails.length - 1);
  // Steps that share no divisor with the number of pairs: none comes twice before all have come.
  const index = (start + at * 247) % (heads.length * tails.length);
  const name = `${heads[index % heads.length] ?? ""}${tails[Math.floor(index / heads.length)] ?? ""}`;
  return index % 4 === 0 ? `株式会社${name}` : `${name}株式会社`;
}
