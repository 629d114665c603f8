import { stopWords } from "../format/english-words.ts";
import { foldText } from "../format/fold.ts";
import { type AskedTerm, askedTerms } from "./asked-terms.ts";
import { japaneseLabels, labelsByItem } from "./english-labels.ts";
import { type QuestionKind, questionKinds } from "./statutory-headings.ts";

/** By its words alone: no model and no call. */
export interface ReadQuestion {
  readonly text: string;
  readonly language: "ja" | "en";
  readonly asksFor: "figure" | "text";
  readonly years: readonly AskedYear[];
  readonly scope: "consolidated" | "separate" | null;
  /** Japanese words for what is asked, folded; rows and headings are compared with the first ones. */
  readonly labels: readonly string[];
  readonly kinds: readonly QuestionKind[];
  /** Words of an English question that name no item. */
  readonly englishWords: readonly string[];
  /** Words that an answer has to cover. */
  readonly terms: readonly AskedTerm[];
  /** Who or which: the answer is a name. */
  readonly asksForName: boolean;
  /** The year before the report's own: 前期. */
  readonly previous: boolean;
  /** How something went from year to year. */
  readonly trend: boolean;
  /** Over so many years, the last ones; null where none are counted. */
  readonly span: number | null;
  /** The one item that is asked for, by each label that filings have for it; null where the question says more. */
  readonly item: readonly string[] | null;
}

export interface AskedYear {
  readonly year: number;
  /** Null where only a year is named. */
  readonly month: number | null;
  /** 2023年度: the fiscal year that begins in it. */
  readonly fiscal?: true;
}

/** A fiscal year is called after the year in which most of it lies. */
export function samePeriod(asked: AskedYear, said: AskedYear): boolean {
  if (asked.fiscal !== undefined && said.fiscal === undefined)
    return asked.year === (said.month !== null && said.month <= 5 ? said.year - 1 : said.year);
  return asked.year === said.year && (asked.month === null || said.month === null || asked.month === said.month);
}

/** `names`: how the question names its issuers, which say nothing of what is asked. */
export function readQuestion(question: string, names: readonly string[] = []): ReadQuestion {
  const text = question.normalize("NFKC").trim();
  const language = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text) ? "ja" : "en";
  const about = names.reduce((rest, name) => without(rest, name), text);
  const span = spanOf(text);
  const terms = askedTerms(about, language);
  const labels = language === "ja" ? wordsAsked(about) : japaneseLabels(about).map(foldText);
  // Folding writes キャッシュ with large kana; the kinds are written as the forms are.
  const asked = [...labels, ...(language === "ja" ? about.split(/[\s、。]+/u) : japaneseLabels(about))];
  const kinds = questionKinds.filter(({ asks }) => asked.some((each) => asks.test(each)));
  const years = yearsIn(text.replace(targetYear, " "));
  const trend = trendWords.test(text) || span !== null;
  const asksFor = asksForFigure(text, labels, { years, trend }) ? "figure" : "text";
  return {
    text,
    language,
    asksFor,
    years,
    scope: scopeOf(text),
    labels,
    kinds: kinds.length > 0 || asksFor === "text" ? kinds : questionKinds.filter(({ id }) => anyFigure.has(id)),
    englishWords: language === "ja" ? [] : englishWordsOf(about),
    terms,
    asksForName: nameWords.test(text),
    previous: years.length === 0 && !trend && previousYear.test(text),
    trend,
    span,
    item: language === "ja" ? japaneseItem(about) : englishItem(about, terms),
  };
}

const trendWords =
  /推移|(?:どれだけ|どのくらい|どう)(?:増え|減っ|伸び|変わ)|増減|how (?:did|has|have) .*\b(?:changed?|develop(?:ed)?|grown?|grew)\b|\btrend\b|over the (?:last|past)/iu;
const nameWords =
  /誰|だれ|(?:法人|会社|銀行|株主|先)は?(?:どこ|どれ|どの)|どこか|名称|筆頭株主|氏名|\bwho\b|\bwhich (?:compan|firm|bank)/iu;
/** What is compared with it is of the report's own year. */
const previousYear =
  /(?:前期|前年度|昨年度|前(?:連結会計|事業)年度)(?!末?(?:比|と比|に比|から|より|との))|(?<!\b(?:with|to|from|than|over|versus) (?:the )?)\b(?:previous|prior|preceding|last) (?:fiscal |financial )?year\b/iu;
/** A year that something is planned for is no period of a report. */
const targetYear =
  /\d{4}年度?(?=(?:まで|に向け|の?[^、。]{0,12}(?:目標|実質ゼロ|ネットゼロ)))|\bby \d{4}\b|\b\d{4} targets?\b/giu;

/** Places of figures whose kind the question doesn't name. */
const anyFigure = new Set(["income", "main figures", "balance", "cash flows"]);

function without(text: string, name: string): string {
  const folded = name.normalize("NFKC");
  const at = folded === "" ? -1 : text.toLowerCase().indexOf(folded.toLowerCase());
  return at === -1 ? text : `${text.slice(0, at)} ${text.slice(at + folded.length)}`;
}

/** 2024年3月期, 令和6年3月期, FY2024, "ended March 31, 2024". */
export function yearsIn(text: string): AskedYear[] {
  const folded = foldText(text);
  const found = new Map<string, AskedYear>();
  const add = (year: number, month: number | null, fiscal = false) => {
    if (year < 1990 || year > 2100) return;
    const known = [...found.values()].some((each) => each.year === year && (month === null || each.month === month));
    if (!known) found.set(`${year}-${month}`, { year, month, ...(fiscal ? { fiscal: true as const } : {}) });
  };
  for (const [, year, month] of folded.matchAll(/(\d{4})年(\d{1,2})月/gu)) add(Number(year), Number(month));
  for (const [, month, year] of folded.matchAll(englishMonth)) add(Number(year), monthOf(month ?? ""));
  for (const [, year, month] of folded.matchAll(/(?<!\d)(\d{4})[-/](\d{1,2})(?!\d)/gu))
    add(Number(year), Number(month));
  for (const [, year, fiscal] of folded.matchAll(/(?<!\d)(\d{4})年(度)?(?!\d{1,2}月)/gu))
    add(Number(year), null, fiscal !== undefined);
  for (const [, year] of folded.matchAll(/(?:fy|fiscal year|fiscal|in|for|of)\s?(\d{4})(?!\d)/gu))
    add(Number(year), null);
  return [...found.values()];
}

const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const englishMonth = /(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?\s(?:\d{1,2},?\s)?(\d{4})/gu;
const monthOf = (name: string): number => months.indexOf(name.slice(0, 3)) + 1;

function scopeOf(text: string): ReadQuestion["scope"] {
  if (/個別|単体|単独|提出会社|非連結|non-?consolidated|parent company|standalone/iu.test(text)) return "separate";
  return /連結|consolidated|\bgroup\b/iu.test(text) ? "consolidated" : null;
}

const counts = "二三四五六七八九十";
const englishCounts = "two three four five six seven eight nine ten".split(" ");
const spanWords = new RegExp(
  `(?<![\\d年月])(?:過去|直近|最近)?の?(\\d{1,2}|[${counts}])(?:か年|カ年|ヶ年|年間|年度分|年分|期間|期分)|(?:過去|直近|最近)の?(\\d{1,2}|[${counts}])(?:年度?|期)`,
  "u",
);
const englishSpan = new RegExp(`\\b(\\d{1,2}|${englishCounts.join("|")})(?: fiscal)? years\\b`, "iu");

const toCome = /今後|将来|次の|計画|目標|\b(?:next|coming|plans?|targets?)\b/iu;

function spanOf(text: string): number | null {
  if (toCome.test(text)) return null;
  const [, ja1, ja2] = spanWords.exec(text) ?? [];
  const said = (ja1 ?? ja2 ?? englishSpan.exec(text)?.[1])?.toLowerCase();
  if (said === undefined) return null;
  const count = /\d/u.test(said) ? Number(said) : Math.max(counts.indexOf(said), englishCounts.indexOf(said)) + 2;
  return count >= 2 && count <= 30 ? count : null;
}

/** Short names and other words of filings for the same item. */
const sameItems: readonly (readonly string[])[] = [
  ["売上高", "売上", "売上収益"],
  ["総資産額", "総資産", "資産合計"],
  ["純資産額", "純資産", "純資産合計"],
];

function japaneseItem(about: string): readonly string[] | null {
  const [phrase, ...others] = phrasesAsked(about);
  if (phrase === undefined || others.length > 0) return null;
  const bare = phrase.replace(/^(?:連結|単体|個別)(?=.{2})/u, "");
  return [bare, ...(labelsByItem(bare)[0] ?? []), ...(sameItems.find((each) => each.includes(bare)) ?? [])];
}

function englishItem(about: string, terms: readonly AskedTerm[]): readonly string[] | null {
  const [item, ...others] = labelsByItem(about);
  return item !== undefined && others.length === 0 && terms.length === 1 ? item : null;
}

/** Without years, scopes and particles at the ends. */
function phrasesAsked(text: string): string[] {
  const bare = foldText(text)
    .replace(
      /\d{4}年度?(?:\d{1,2}月期?末?)?(?:の?第?\d四半期)?|fy\s?\d{4}|当連結会計年度|前連結会計年度|当事業年度|前事業年度|前年度|昨年度|当期末|前期末|(?<![一-龠])(?:当期|前期)(?=の|に|は|末)/gu,
      " ",
    )
    .replace(/(?:連結|個別|単体|単独)(?:ベース)?(?:で|では)?の|連結での|提出会社の|非連結の|^連結$/gu, " ")
    .replace(
      /(?:は|が)?(?:いくら|何円|何人|何株|何%|何件|何社|何名|どれくらい|どのくらい|どれほど|どの程度)(?:です|でした|だった|になり|ありま|あり|だ|か|ますか|まし|た)*/gu,
      " ",
    )
    .replace(
      /(?:は|が|を)?(?:どちら[がはのに]*[^、。]*|(?:どれだけ|どのくらい|どう)(?:増|減|伸|変)[^、。]*|比べ[^、。]*|比較[^、。]*)$/gu,
      " ",
    )
    .replace(new RegExp(spanWords, "gu"), " ")
    .replace(/の推移/gu, " ")
    .replace(/(?:を|について)?(?:教えて|知りたい|示して|挙げて|説明して)(?:ください|下さい|ほしい|欲しい)?/gu, " ")
    .replace(/(?:は|が|を|に|で)?(?:どのような|どのように|どんな|どう|どこ|誰|だれ|いつ|なぜ|何|どの|どれ)/gu, " ")
    .replace(
      /(?:です|でし|ます|まし|する|した|して|され|いる|ある|なっ|なる|られ)(?:か|た|て|る|い)*[?？。\s]*$/gu,
      " ",
    )
    .replace(/における|において|に関する|について|による(?![一-龠ァ-ヶ])|同社|当社|有価証券報告書|報告書/gu, " ");
  return bare
    .split(/[\s?？!！。、,「」『』]+/u)
    .map((phrase) =>
      phrase.replace(/^(?:の(?!れん)|に|は|が|を|と|で|も|か|へ)+|(?:の|に|は|が|を|と|で|も|か|へ)+$/gu, ""),
    )
    .filter((phrase) => phrase.length >= 2 && !/^[ぁ-ん]{1,2}$/u.test(phrase) && !asking.test(phrase));
}

function wordsAsked(text: string): string[] {
  const phrases = phrasesAsked(text);
  const parts = phrases
    .flatMap((phrase) => phrase.split(/の(?!れん)|[はがをともに]/u))
    .filter((part) => part.length >= 2 && !/^(?:よる|対する)/u.test(part));
  // 連結売上高 is 売上高 of the group.
  const ofScope = phrases.flatMap((phrase) => {
    const item = /^(?:連結|単体|個別)(.{2,})$/u.exec(phrase)?.[1];
    return item !== undefined && figureWords.test(item) ? [item] : [];
  });
  // Rows have the whole name of what is asked for as ROE.
  const ofShort = phrases.filter((each) => /^[a-z]+$/u.test(each)).flatMap((each) => labelsByItem(each)[0] ?? []);
  return [...new Set([...ofShort.map(foldText), ...ofScope, ...phrases, ...parts])].filter(
    (each) => !asking.test(each),
  );
}

/** What is left of a question's verb. */
const asking = /^(?:比べて?|比較(?:して)?|推移|どちら.*|どれだけ.*|高い|多い|大きい|どこ.*)$/u;

function asksForFigure(
  text: string,
  labels: readonly string[],
  { years, trend }: Pick<ReadQuestion, "years" | "trend">,
): boolean {
  if (trend || comparing.test(text)) return years.length > 0 || labels.some((label) => figureWords.test(label));
  if (/いくら|何円|何人|何株|何%|何パーセント|何名|何社|どれくらい|どのくらい|how (?:much|many)/iu.test(text))
    return true;
  if (
    /なぜ|理由|方針|どのよう|どんな|誰|説明|考え方|内容|状況|概要|体制|戦略|課題|リスク|\bwhy\b|\bhow\b|\bwho\b|policy|describe|explain|risks?\b|strateg/iu.test(
      text,
    )
  )
    return false;
  return years.length > 0 || labels.some((label) => figureWords.test(label));
}

const comparing = /比べ|比較|どちら|\bcompare\b|\bversus\b|\b(?:higher|larger|lower|smaller)\b/iu;

const figureWords =
  /(?:高|額|益|費|損失|資産|負債|残高|合計|比率|利益率|倍率|人数|員数|株式数|総数|金|株主数|年齢|年数|給与|キ[ャヤ]ッシ[ュユ]・?フロー)$/u;

function englishWordsOf(text: string): string[] {
  const words = text.toLowerCase().match(/[a-z][a-z-]{2,}/g) ?? [];
  return [...new Set(words.filter((word) => !stopWords.has(word) && !generalWords.has(word)))];
}

const generalWords = new Set(
  "fiscal year years ended march december consolidated non-consolidated report annual latest amount million yen much many".split(
    " ",
  ),
);
