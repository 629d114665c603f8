/**
 * Characters that readers take for the same one, as pairs of the written character and its replacement. Both sides of a
 * comparison are folded, so which one is the replacement does not matter. Kept distinct on purpose: forms that are
 * other words or other family names (斎/斉, 柿/杮, 己/已), and simplified Chinese.
 */

/** Old forms of characters that were reformed after 1946. */
const reformed = `
亞亜 惡悪 壓圧 圍囲 醫医 爲為 壹壱 稻稲 飮飲 隱隠 營営 榮栄 衞衛 驛駅 悅悦 閱閲 圓円 緣縁 艷艶 鹽塩 奧奥 應応 橫横 歐欧 毆殴 黃黄 溫温 穩穏 假仮 價価 畫画 會会 壞壊 懷懐 繪絵 擴拡
殼殻 覺覚 學学 嶽岳 樂楽 勸勧 卷巻 寬寛 歡歓 罐缶 觀観 關関 陷陥 顏顔 歸帰 氣気 龜亀 僞偽 戲戯 犧犠 卻却 據拠 擧挙 虛虚 峽峡 挾挟 狹狭 敎教 堯尭 曉暁 區区 驅駆 勳勲 薰薫 徑径 惠恵
溪渓 經経 繼継 莖茎 螢蛍 輕軽 鷄鶏 藝芸 缺欠 儉倹 劍剣 圈圏 檢検 權権 獻献 縣県 險険 顯顕 驗験 嚴厳 廣広 恆恒 鑛鉱 號号 國国 黑黒 濟済 碎砕 齋斎 劑剤 冱冴 櫻桜 册冊 雜雑 產産 參参
慘惨 棧桟 蠶蚕 贊賛 殘残 絲糸 姊姉 辭辞 濕湿 實実 寫写 舍舎 釋釈 壽寿 收収 從従 澁渋 獸獣 縱縦 肅粛 處処 緖緒 敍叙 獎奨 將将 燒焼 稱称 證証 乘乗 剩剰 壤壌 孃嬢 條条 淨浄 狀状 疊畳
讓譲 釀醸 囑嘱 觸触 寢寝 愼慎 晉晋 眞真 盡尽 圖図 粹粋 醉酔 隨随 髓髄 數数 樞枢 瀨瀬 淸清 靑青 聲声 靜静 齊斉 攝摂 竊窃 說説 專専 戰戦 淺浅 潛潜 纖繊 踐践 錢銭 禪禅 曾曽 雙双 壯壮
搜捜 插挿 爭争 窗窓 總総 聰聡 莊荘 裝装 騷騒 增増 臟臓 藏蔵 屬属 續続 墮堕 體体 對対 帶帯 滯滞 臺台 瀧滝 擇択 澤沢 單単 擔担 膽胆 團団 彈弾 斷断 癡痴 遲遅 晝昼 蟲虫 鑄鋳 廳庁 聽聴
敕勅 鎭鎮 脫脱 遞逓 鐵鉄 鉃鉄 轉転 點点 傳伝 黨党 盜盗 燈灯 當当 鬪闘 德徳 獨独 讀読 屆届 繩縄 貳弐 惱悩 腦脳 霸覇 廢廃 拜拝 賣売 麥麦 發発 髮髪 拔抜 蠻蛮 祕秘 濱浜 濵浜 彥彦 甁瓶
佛仏 拂払 變変 邊辺 邉辺 辨弁 瓣弁 辯弁 舖舗 步歩 穗穂 寶宝 寳宝 豐豊 萠萌 沒没 槇槙 萬万 滿満 默黙 彌弥 藥薬 譯訳 豫予 餘余 與与 譽誉 搖揺 樣様 謠謡 遙遥 來来 賴頼 亂乱 覽覧 兩両
獵猟 綠緑 淚涙 壘塁 勵励 禮礼 隸隷 靈霊 齡齢 曆暦 歷歴 戀恋 鍊錬 爐炉 勞労 樓楼 郞郎 錄録 灣湾 每毎 內内 鄕郷 卽即 旣既 槪概 戶戸 尙尚 凉涼 强強 稅税 絕絶 吳呉 娛娯 硏研 渴渇 揭掲
冲沖 决決 减減 况況 弃棄 羣群 煕熙 凞熙 晄晃 檜桧 莓苺 鷗鴎 頰頬 麵麺 剝剥 塡填 嚙噛 瘦痩 簞箪 繫繋 蔣蒋 蟬蝉 蠟蝋 醬醤 顚顛 驒騨 俠侠
`;

/** Forms used in names of people, places and companies. */
const names = `
髙高 﨑崎 嵜崎 冨富 峯峰 嶋島 嶌島 舘館 渕淵 渊淵 桒桑 栁柳 穐秋 龝秋 龍竜 斈学 祗祇 鈎鉤 頴穎 靏鶴 靍鶴 鸖鶴 圡土 𡈽土 𠮷吉 𣘺橋 𠮟叱 閒間 柗松 枩松 埜野 廼迺 邨村 凬風 瀆涜 廐厩
厰廠 藪薮 檮梼 禱祷 壺壷 昻昂 鍜鍛 曻昇 曺曹 凛凜 籔薮 諌諫 賎賤 輌輛 篭籠 竈竃
`;

/** Radicals that fonts and PDFs use in place of a character, beyond those that NFKC maps. */
const radicals = `
⺟母 ⺠民 ⺩王 ⺫目 ⺬示 ⻁虎 ⻄西 ⻆角 ⻉貝 ⻑長 ⻘青 ⻝食 ⻤鬼 ⻨麦 ⻩黄 ⻫斉 ⻭歯 ⻯竜 ⻲亀 ⺒巳 ⺝月 ⺇几 ⺌小 ⺍小 ⺕彐 ⻋車 ⻌辶 ⻖阝 ⻗雨 ⻚頁 ⻛風 ⻜飛 ⻢馬 ⻣骨 ⻥魚 ⻦鳥
⻪竜
`;

const oldKana = `
ヰイ ヱエ
`;

/** The large forms of small kana in loan words. Applied by the folder, because ヴ before one is another sound. */
export const smallKana: ReadonlyMap<string, string> = readPairs(
  "ァア ィイ ゥウ ェエ ォオ ャヤ ュユ ョヨ ヮワ ヵカ ヶケ",
);

/** The replacements of ヴ with a small kana. */
export const vuKana: ReadonlyMap<string, string> = new Map([
  ["ァ", "バ"],
  ["ィ", "ビ"],
  ["ェ", "ベ"],
  ["ォ", "ボ"],
]);

/** Punctuation marks that look alike and are confused in typing. The folder handles hyphens. */
const marks = `
·・ •・ ‧・ ∙・ ⋅・ 〜~ ∼~ ‘' ’' ‛' “" ”" „" ‟" 〝" 〞" 〟" ′' ▲△ ς\u03C3
`;

export const characterTable: ReadonlyMap<string, string> = readPairs(reformed + names + radicals + oldKana + marks);

function readPairs(text: string): ReadonlyMap<string, string> {
  const pairs = new Map<string, string>();
  for (const pair of text.split(/\s+/u)) {
    const [from, to] = Array.from(pair);
    if (from !== undefined && to !== undefined && from !== to) pairs.set(from, to);
  }
  return pairs;
}

/** Dashes confused in prose; after katakana they mean the prolonged sound mark. */
export const dashes = "‐‑‒–—―−－─━﹘﹣";

const voicedPairs = "かがきぎくぐけげこごさざしじすずせぜそぞただちぢつづてでとどはばひびふぶへべほぼ";

export function voiced(kanaCharacter: string): string {
  const hiragana = kanaCharacter >= "ァ" ? String.fromCharCode(kanaCharacter.charCodeAt(0) - 0x60) : kanaCharacter;
  const at = voicedPairs.indexOf(hiragana);
  const result = at === -1 ? hiragana : (voicedPairs[at | 1] ?? hiragana);
  return kanaCharacter >= "ァ" ? String.fromCharCode(result.charCodeAt(0) + 0x60) : result;
}

/** The year before each era's first. */
export const eraOffsets: ReadonlyMap<string, number> = new Map([
  ["令和", 2018],
  ["平成", 1988],
  ["昭和", 1925],
  ["大正", 1911],
  ["明治", 1867],
]);

const kanjiDigits = "〇一二三四五六七八九";

/** 0 to 9 for a kanji digit, -1 for anything else. */
export function kanjiDigit(character: string): number {
  return kanjiDigits.indexOf(character);
}

/** 1 to 99 as written after an era: 元, 7, 七, 二十七. Undefined for anything else. */
export function eraNumber(text: string): number | undefined {
  if (text === "元") return 1;
  if (/^[0-9]{1,2}$/.test(text)) return Number(text) || undefined;
  const found = /^(?:([二三四五六七八九])?(十))?([一二三四五六七八九])?$/u.exec(text);
  if (found === null || text === "") return undefined;
  const tens = found[2] === undefined ? 0 : found[1] === undefined ? 1 : kanjiDigit(found[1]);
  return tens * 10 + (found[3] === undefined ? 0 : kanjiDigit(found[3]));
}
