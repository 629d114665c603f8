/**
 * Under which headings of a Japanese report questions of a kind stand. The headings are those that the forms prescribe
 * (企業内容等の開示に関する内閣府令, 第三号様式; the notes of 連結財務諸表規則 and 財務諸表等規則), as `bareHeading` leaves them; the
 * words are those of the forms themselves and of the standard taxonomy. Where one kind stands in several places, the
 * weight says how far the place is expected to answer it.
 */
export interface QuestionKind {
  readonly id: string;
  /** In folded Japanese. */
  readonly asks: RegExp;
  readonly places: readonly (readonly [heading: RegExp, weight: number])[];
}

const keyFigures = /主要な経営指標等の推移|連結経営指標等|提出会社の経営指標等|サマリー情報/u;
const incomeStatement = /損益計算書$|損益計算書及び.*包括利益計算書$|純損益計算書/u;
const balanceSheet = /貸借対照表$|財政状態計算書$/u;
const cashFlows = /キャッシュフロー計算書$/u;
const equityChanges = /株主資本等変動計算書$|持分変動計算書$/u;
const results = /経営成績等?の状況|財政状態経営成績及びキャッシュフローの状況の分析|経営成績の分析|財政状態の状況/u;

export const questionKinds: readonly QuestionKind[] = [
  {
    id: "income",
    asks: /売上|処分損|処分益|売却損|売却益|評価損|繰入額|償却額|損益|費用|収益$|営業収益|経常収益|保険料収入|営業利益|経常利益|純利益|純損失|当期利益|税引前|税金等調整前|販売費|一般管理費|特別利益|特別損失|営業外|法人税|受取利息|支払利息|受取配当金|為替差|研究開発費|減損損失|金融収益|金融費用|広告宣伝費|持分法による投資/u,
    places: [
      [incomeStatement, 8],
      [keyFigures, 5],
      [/^損益計算書関係|連結損益計算書関係/u, 3],
      [/製造原価明細書/u, 1],
      [results, 2],
    ],
  },
  {
    id: "main figures",
    asks: /^(?:連結)?(?:売上高|売上収益|営業収益|経常収益|経常利益|当期純利益|親会社.{0,14}純利益|親会社.{0,14}当期利益|当期利益|包括利益|純資産額?|総資産額?|自己資本比率|現金及び現金同等物の?期?末?残?高?)/u,
    places: [[keyFigures, 8]],
  },
  {
    id: "balance",
    asks: /資産|負債|純資産|累計額|仮勘定|工具|備品|構築物|車両|未成|投資その他|関係会社株式|債券|債権|債務|現金及び預金|預金|棚卸|商品|製品|仕掛品|原材料|貯蔵品|売掛金|買掛金|未払|未収|前払|前受|受取手形|支払手形|有価証券|土地|建物|機械|器具|ソフトウ[ェエ]ア|のれん|借入金|社債|引当金|資本金|資本剰余金|利益剰余金|評価差額金|為替換算調整|非支配株主|営業債権|営業債務|貸付金|電子記録/u,
    places: [
      [balanceSheet, 8],
      [keyFigures, 2],
      [/貸借対照表関係/u, 3],
      [/主な資産及び負債の内容|明細表$/u, 1],
    ],
  },
  {
    id: "cash flows",
    asks: /キャッシュ|現金同等物|減価償却費|による支出|による収入|の支払額|の受取額|増減額|支払額|還付額/u,
    places: [
      [cashFlows, 9],
      [/キャッシュフロー計算書関係/u, 3],
      [keyFigures, 3],
      [/キャッシュフロー/u, 2],
    ],
  },
  {
    id: "equity changes",
    asks: /変動額|剰余金の配当|自己株式の取得|自己株式の処分|自己株式の消却|当期変動|株主資本|持分変動|別途積立金|新株の発行/u,
    places: [
      [equityChanges, 8],
      [/株主資本等変動計算書関係/u, 3],
      [balanceSheet, 2],
    ],
  },
  {
    id: "comprehensive income",
    asks: /包括利益|為替換算調整勘定|持分法適用会社に対する持分相当額/u,
    places: [
      [/包括利益計算書/u, 8],
      [/包括利益計算書関係/u, 4],
      [keyFigures, 2],
    ],
  },
  {
    id: "per share and ratios",
    asks: /1株当たり|1株あたり|自己資本比率|自己資本利益率|持分比率|持分当期利益率|株価収益率|配当性向|株主総利回り|最高株価|最低株価|roe|per$/u,
    places: [
      [keyFigures, 10],
      [/1株当たり/u, 6],
      [/配当政策/u, 2],
      [incomeStatement, 1],
    ],
  },
  {
    id: "employees",
    asks: /従業員|平均年齢|平均勤続|平均年間給与|臨時雇用|臨時従業員|労働組合|社員数/u,
    places: [
      [/従業員の状況|連結会社の状況/u, 10],
      [keyFigures, 4],
    ],
  },
  {
    id: "diversity",
    asks: /女性|育児休業|賃金の差異|賃金の格差|男女/u,
    places: [
      [/女性労働者の割合|従業員の状況/u, 10],
      [/指標及び目標|人的資本|サステナビリティ/u, 3],
    ],
  },
  {
    id: "shares",
    asks: /発行済株式|発行可能株式|株式総数|資本準備金/u,
    places: [
      [/株式の総数等|発行済株式総数資本金等の推移|発行済株式$|株式の総数$/u, 9],
      [keyFigures, 3],
      [balanceSheet, 1],
    ],
  },
  { id: "holders", asks: /所有者別|株主数|単元未満/u, places: [[/所有者別状況|議決権の状況/u, 9]] },
  {
    id: "major holders",
    asks: /大株主|筆頭株主|持株比率|所有株式数/u,
    places: [
      [/大株主の状況/u, 10],
      [/所有者別状況/u, 2],
    ],
  },
  {
    id: "treasury shares",
    asks: /自己株式|自社株/u,
    places: [
      [/自己株式の取得等の状況|自己株式等$|取得自己株式/u, 6],
      [balanceSheet, 2],
      [equityChanges, 3],
    ],
  },
  {
    id: "dividends",
    asks: /配当|株主還元|株主への還元/u,
    places: [
      [/配当政策/u, 9],
      [keyFigures, 3],
      [/株主資本等変動計算書関係/u, 2],
    ],
  },
  {
    id: "officers",
    asks: /役員|取締役|監査役|社長|代表者|経歴|略歴/u,
    places: [
      [/役員の状況|役員一覧|社外役員/u, 8],
      [/コーポレートガバナンスの概要/u, 2],
    ],
  },
  {
    id: "remuneration",
    asks: /報酬(?!.*監査)|ストックオプション|賞与/u,
    places: [
      [/役員の報酬等|役員報酬/u, 9],
      [/新株予約権/u, 2],
    ],
  },
  {
    id: "audit",
    asks: /監査法人|監査報酬|監査証明業務|会計監査|内部監査|継続監査期間/u,
    places: [[/監査の状況|会計監査|監査報酬|監査公認会計士/u, 9]],
  },
  {
    id: "shareholdings",
    asks: /政策保有|保有株式|投資株式|銘柄|貸借対照表計上額|持合/u,
    places: [[/株式の保有状況|投資株式|銘柄/u, 9]],
  },
  {
    id: "research",
    asks: /研究開発|新製品の開発|技術開発/u,
    places: [
      [/研究開発活動/u, 10],
      [/損益計算書関係/u, 2],
    ],
  },
  {
    id: "capital expenditure",
    asks: /設備投資|設備の新設|工場|帳簿価額|事業所|主要な設備/u,
    places: [[/設備投資等の概要|主要な設備の状況|設備の新設|設備の状況/u, 9]],
  },
  {
    id: "segments",
    asks: /セグメント|地域別|事業別|外部顧客|主要な顧客|所在地別/u,
    places: [
      [/セグメント情報|関連情報|報告セグメント/u, 8],
      [results, 3],
      [/収益認識/u, 2],
    ],
  },
  {
    id: "tax",
    asks: /繰延税金|税効果|実効税率|法定実効|評価性引当|繰越欠損/u,
    places: [
      [/税効果|法人所得税|法人税等関係/u, 9],
      [balanceSheet, 2],
    ],
  },
  {
    id: "retirement",
    asks: /退職給付|年金|確定拠出|確定給付|割引率|勤務費用/u,
    places: [
      [/退職給付|従業員給付/u, 9],
      [balanceSheet, 2],
    ],
  },
  {
    id: "leases",
    asks: /リース/u,
    places: [
      [/リース/u, 8],
      [/借入金等明細表/u, 2],
      [balanceSheet, 2],
    ],
  },
  {
    id: "financial instruments",
    asks: /金融商品|時価|公正価値|デリバティブ|為替予約|ヘッジ/u,
    places: [[/金融商品|デリバティブ|有価証券関係/u, 8]],
  },
  {
    id: "securities",
    asks: /その他有価証券|満期保有|取得原価|投資有価証券/u,
    places: [
      [/有価証券関係|有価証券明細表|有価証券/u, 7],
      [balanceSheet, 3],
    ],
  },
  { id: "related parties", asks: /関連当事者/u, places: [[/関連当事者/u, 10]] },
  { id: "later events", asks: /後発事象/u, places: [[/後発事象/u, 10]] },
  {
    id: "revenue",
    asks: /収益認識|履行義務|契約負債|契約資産|顧客との契約/u,
    places: [
      [/収益認識|収益の分解|売上収益|重要な収益及び費用/u, 8],
      [balanceSheet, 2],
    ],
  },
  {
    id: "borrowings",
    asks: /平均利率|返済期限|借入|社債/u,
    places: [
      [/借入金等明細表|社債明細表|社債及び借入金|借入金/u, 6],
      [balanceSheet, 3],
    ],
  },
  {
    id: "fixed assets",
    asks: /有形固定資産|無形資産|取得価額|償却累計額|減損|除却/u,
    places: [
      [/有形固定資産|無形資産|固定資産等明細表|減損/u, 5],
      [balanceSheet, 3],
    ],
  },
  {
    id: "provisions",
    asks: /引当金/u,
    places: [
      [/引当金明細表|引当金/u, 6],
      [balanceSheet, 3],
    ],
  },
  {
    id: "accounting policies",
    asks: /会計方針|会計基準|会計上の見積|償却方法|評価基準|連結の範囲|連結子会社の数/u,
    places: [[/会計方針|会計上の見積|評価基準|減価償却の方法|基本となる重要な事項|連結の範囲|作成の基礎/u, 8]],
  },
  {
    id: "risks",
    asks: /リスク|懸念|脅威|悪影響|災害|訴訟|サイバー/u,
    places: [
      [/事業等のリスク/u, 9],
      [/リスク/u, 4],
    ],
  },
  {
    id: "policy",
    asks: /経営方針|経営戦略|中期|課題|目標|ビジョン|理念|経営環境/u,
    places: [
      [/経営方針|対処すべき課題|経営戦略|目標とする|経営の基本方針|経営環境/u, 8],
      [/指標及び目標/u, 2],
    ],
  },
  {
    id: "sustainability",
    asks: /サステナビリティ|気候|温室効果|脱炭素|カーボン|環境|人的資本|人材|多様性|co2/u,
    places: [[/サステナビリティ|気候変動|人的資本|指標及び目標|戦略$|多様性|人材/u, 7]],
  },
  {
    id: "results",
    asks: /業績|経営成績|前期比|前年比|増収|減収|増益|減益|販売実績|生産実績|受注|要因|見通し/u,
    places: [
      [results, 7],
      [/生産受注及び販売|販売実績|生産実績|受注/u, 6],
      [/今後の見通し/u, 4],
    ],
  },
  {
    id: "liquidity",
    asks: /資金調達|資金繰り|流動性|財源/u,
    places: [
      [/資本の財源|流動性/u, 8],
      [results, 3],
    ],
  },
  { id: "contracts", asks: /重要な契約|ライセンス契約|技術提携|業務提携|契約/u, places: [[/重要な契約等/u, 8]] },
  { id: "history", asks: /沿革|設立|創業|歴史|上場/u, places: [[/沿革/u, 9]] },
  { id: "business", asks: /事業の?内容|事業を|何をして|主要?な?製品|サービス/u, places: [[/事業の内容/u, 7]] },
  {
    id: "affiliates",
    asks: /関係会社|子会社|関連会社|出資比率|議決権/u,
    places: [
      [/関係会社の状況|連結子会社$|持分法適用/u, 8],
      [/連結の範囲/u, 2],
    ],
  },
  {
    id: "governance",
    asks: /ガバナンス|企業統治|内部統制|委員会|社外取締役|独立性/u,
    places: [
      [/コーポレートガバナンスの概要|企業統治|コーポレートガバナンス/u, 7],
      [/社外役員|社外取締役/u, 3],
    ],
  },
  { id: "warrants", asks: /新株予約権|買収防衛|支配に関する/u, places: [[/新株予約権|支配に関する/u, 7]] },
  {
    id: "cover",
    asks: /提出日|本店|所在の場所|電話番号|連絡場所|決算期|事業年度/u,
    places: [
      [/表紙/u, 6],
      [/株式事務/u, 2],
    ],
  },
  { id: "share handling", asks: /株主名簿|基準日|公告|単元株|株主優待|名義書換/u, places: [[/株式事務の概要/u, 9]] },
];
