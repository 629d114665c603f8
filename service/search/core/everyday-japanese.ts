/**
 * Everyday words of questions with the wording of filings; our own list. The words on the left also lead to the heading
 * on the right, with a little less weight than the question's own words.
 */
const everyday: readonly (readonly [RegExp, readonly string[]])[] = [
  [/危険|恐れ|おそれ|懸念|脅威/u, ["事業等のリスク"]],
  [/社員|働く人|従業者|人員数|年収|勤続/u, ["従業員の状況"]],
  [/生い立ち|歴史|歩み|創業|設立から/u, ["沿革"]],
  [/(?:主要|主な|筆頭|上位|最大).{0,6}株主|株主.{0,4}(?:構成|上位)/u, ["大株主の状況"]],
  [/株主.{0,4}還元|増配|減配|配当性向|配当.{0,8}(?:考え|方針)/u, ["配当政策"]],
  [/グループ会社|子会社.{0,6}(?:一覧|どんな|名)|関連会社/u, ["関係会社の状況"]],
  [/何をして(?:いる|る)会社|事業内容|ビジネスモデル|系統図/u, ["事業の内容"]],
  [/借金|借入.{0,6}(?:利率|返済)/u, ["借入金等明細表"]],
  [/社債.{0,4}(?:利率|銘柄|一覧)/u, ["社債明細表"]],
  [/買収|合併/u, ["企業結合等関係"]],
  [/政策保有|持ち合い|保有.{0,4}株式/u, ["株式の保有状況"]],
  [
    /脱炭素|温暖化|気候変動|温室効果|二酸化炭素|co2|ghg|再生可能エネルギー|人的資本|esg/u,
    ["サステナビリティに関する考え方及び取組"],
  ],
  [/女性.{0,4}管理職|育児休業|育休|男女の賃金/u, ["従業員の状況", "管理職に占める女性労働者の割合"]],
  [/新製品|開発費|新薬|技術開発/u, ["研究開発活動"]],
  [/工場|事業所|拠点/u, ["主要な設備の状況"]],
  [
    /(?:新工場|設備|工場).{0,6}(?:計画|予定)|(?:来期|来年度|翌期|今後|次の(?:年度|期)).{0,10}(?:設備|投資|出店)|(?:着工|完成|完了).{0,6}(?:予定|時期)|投資予定/u,
    ["設備の新設、除却等の計画"],
  ],
  [
    /(?:主要|主な|大口|特定|単一)の?.{0,2}(?:顧客|取引先|販売先|得意先|相手先)|(?:10|一|1)(?:%|割).{0,8}(?:顧客|取引先|販売先|占め)/u,
    ["主要な顧客ごとの情報", "販売実績"],
  ],
  [/自社株買い|自社株|買い戻し/u, ["自己株式の取得等の状況"]],
  [/役員.{0,6}(?:給与|年俸|ボーナス|賞与)|社長の報酬/u, ["役員の報酬等"]],
  [/取締役.{0,6}(?:経歴|略歴|誰)|社長は誰|役員.{0,6}(?:経歴|略歴)/u, ["役員の状況"]],
  [/監査法人|会計士.{0,6}(?:報酬|費用)/u, ["監査の状況"]],
  [/株主総会.{0,6}(?:いつ|時期)|名義|単元/u, ["提出会社の株式事務の概要"]],
  [/五年間|5年間|過去.{0,3}年/u, ["主要な経営指標等の推移"]],
];

const weight = 0.4;

export interface EverydayLabel {
  readonly label: string;
  readonly weight: number;
}

/** Headings that a folded question in everyday Japanese asks for without naming them. */
export function everydayLabels(folded: string): EverydayLabel[] {
  return everyday.flatMap(([words, labels]) =>
    words.test(folded) ? labels.filter((label) => !folded.includes(label)).map((label) => ({ label, weight })) : [],
  );
}
