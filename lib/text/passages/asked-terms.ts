import { stopWords } from "../format/english-words.ts";
import { foldText } from "../format/fold.ts";
import { labelsByItem } from "./english-labels.ts";
import { contained, pairsOf } from "./similarity.ts";

/** Words that an answer has to cover, each with other words for the same. */
export type AskedTerm = readonly string[];

const others: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^筆頭株主$/u, ["大株主"]],
  [/^(?:社員|従業員)(?:数)?$/u, ["従業員"]],
  [/^(?:平均)?年収$/u, ["平均年間給与"]],
  [/方針$/u, ["配当政策", "考え方"]],
  [/^温室効果ガス/u, ["GHG", "CO2"]],
  [/^役員$/u, ["取締役"]],
];

/** Words that ask, and name nothing. */
const general =
  /^(?:会社|企業|同社|当社|自社|最新|直近|前期|当期|前年|前年度|昨年度|今期|報告書|有価証券報告書|金額|総額|会計年度|連結|単体|個別|年度|全体|数字|数値|程度|推移|変化|比較|名称|名前|所有|保有|株式|説明|内容|状況|概要|主要|主な|増加|減少|増減|理由|期間|過去|年間|以降|以上|以下|どちら|両社|各社|現在)$/u;

const generalEnglish = new Set(
  "main related change changed changes compare compared previous prior preceding company companies group total amount number much many latest report annual year years fiscal ended consolidated non-consolidated what which who whose does did about main most important describe explain trend versus higher lower larger largest smaller between policy how two three four five six seven eight nine ten million yen percent march december holdings corporation".split(
    " ",
  ),
);

export function askedTerms(about: string, language: "ja" | "en"): AskedTerm[] {
  return language === "ja" ? japaneseTerms(about) : englishTerms(about);
}

function japaneseTerms(about: string): AskedTerm[] {
  const bare = about
    .normalize("NFKC")
    .replace(/前(?:連結会計|事業)年度/gu, " ")
    .replace(/(?:\d{4}|令和\d+|平成\d+)年度?(?:\d{1,2}月(?:\d{1,2}日)?期?末?)?|fy\s?\d{4}/giu, " ");
  const targets =
    about.normalize("NFKC").match(/\d{4}年(?=度?(?:まで|に向け|の?[^、。]{0,12}(?:目標|実質ゼロ|ネットゼロ)))/gu) ?? [];
  const runs = bare.match(/[\p{Script=Han}\p{Script=Katakana}ー々A-Za-z]{2,}/gu) ?? [];
  const terms = runs
    .map((run) => run.replace(/^(?:連結|単体|個別)(?=.{2})|^(?:第?何)/u, ""))
    .filter((run) => [...run].length >= 2 && !general.test(run));
  return [...new Set([...terms, ...targets])].map((term) => [
    term,
    ...others.flatMap(([pattern, words]) => (pattern.test(term) ? words : [])),
    ...(/^[a-z]+$/iu.test(term) ? labelsByItem(term).flat() : []),
  ]);
}

function englishTerms(about: string): AskedTerm[] {
  const items = labelsByItem(about);
  const words = about.toLowerCase().match(/[a-z][a-z-]{3,}/g) ?? [];
  const left = words.filter(
    (word) =>
      !stopWords.has(word) &&
      !generalEnglish.has(word) &&
      labelsByItem(word).length === 0 &&
      !isWithin(word, about, items),
  );
  return [...items, ...[...new Set(left)].map((word) => [word])];
}

/** A word that belongs to the name of an item: without it, the item is another one or none. */
function isWithin(word: string, about: string, items: readonly AskedTerm[]): boolean {
  const without = labelsByItem(about.toLowerCase().replace(word, " "));
  return JSON.stringify(without) !== JSON.stringify(items);
}

const coveredFrom = 0.6;

/** Those that the words don't cover. */
export function uncovered(terms: readonly AskedTerm[], words: string): AskedTerm[] {
  const folded = foldText(words).replace(/\s/gu, "");
  const pairs = pairsOf(folded);
  return terms.filter(
    (term) =>
      !term.some((each) => {
        const wanted = foldText(each).replace(/\s/gu, "");
        return (
          folded.includes(wanted) ||
          ([...wanted].length >= 4 && /[^a-z]/u.test(wanted) && contained(wanted, pairs) >= coveredFrom)
        );
      }),
  );
}
