/** A note to the financial statements: what it always says, and the tables that it gives for two years. */
export interface NoteTopic {
  readonly id: string;
  readonly title: string;
  readonly says: readonly string[];
  readonly tables: readonly NoteTable[];
  /** From which size of a company on. */
  readonly from: number;
  /** Not for companies of these standards. */
  readonly onlyJapanese?: true;
}

export interface NoteTable {
  readonly caption: string;
  readonly rows: readonly string[];
  /** Thousandths of an amount of the statements that the rows add up to. */
  readonly of: NoteBase;
  readonly thousandths: number;
  readonly total?: string;
}

export type NoteBase = "assets" | "sales" | "expenses" | "bonds" | "loans" | "receivables";

export const noteTopics: readonly NoteTopic[] = [
  {
    id: "estimates",
    title: "（重要な会計上の見積り）",
    from: 1,
    says: [
      "連結財務諸表の作成に当たり、経営者は期末日における資産及び負債の金額並びに報告期間における収益及び費用の金額に影響を与える見積りを行っております。実際の結果はこれらの見積りと異なる場合があります。",
    ],
    tables: [
      {
        caption: "見積りの対象とした資産",
        rows: ["有形固定資産", "のれん及び無形資産", "繰延税金資産", "棚卸資産"],
        of: "assets",
        thousandths: 420,
      },
    ],
  },
  {
    id: "balance",
    title: "（連結貸借対照表関係）",
    from: 1,
    onlyJapanese: true,
    says: [
      "担保に供している資産及び担保付債務は次のとおりであります。",
      "当社及び連結子会社は、運転資金の効率的な調達を行うため取引銀行と当座貸越契約及び貸出コミットメント契約を締結しております。",
    ],
    tables: [
      {
        caption: "担保資産",
        rows: ["建物及び構築物", "土地", "投資有価証券"],
        of: "assets",
        thousandths: 21,
        total: "計",
      },
      {
        caption: "貸出コミットメント",
        rows: ["借入実行残高", "借入未実行残高"],
        of: "assets",
        thousandths: 64,
        total: "極度額の総額",
      },
      {
        caption: "保証債務",
        rows: ["従業員の住宅資金借入れ", "関連会社の銀行借入れ", "取引先の前受金返還債務"],
        of: "assets",
        thousandths: 6,
        total: "計",
      },
    ],
  },
  {
    id: "income",
    title: "（連結損益計算書関係）",
    from: 1,
    says: ["販売費及び一般管理費のうち主要な費目及び金額は次のとおりであります。"],
    tables: [
      {
        caption: "販売費及び一般管理費",
        rows: [
          "運賃及び荷造費",
          "広告宣伝費",
          "給料及び手当",
          "賞与引当金繰入額",
          "退職給付費用",
          "減価償却費",
          "業務委託費",
          "租税公課",
          "その他（研究開発費を含む）",
        ],
        of: "expenses",
        thousandths: 1000,
        total: "販売費及び一般管理費合計",
      },
      {
        caption: "固定資産除却損の内訳",
        rows: ["建物及び構築物", "機械装置及び運搬具", "その他"],
        of: "sales",
        thousandths: 1,
        total: "計",
      },
    ],
  },
  {
    id: "securities",
    title: "（有価証券関係）",
    from: 1,
    says: [
      "その他有価証券の連結貸借対照表計上額、取得原価及び差額は次のとおりであります。市場価格のない株式等は含めておりません。",
    ],
    tables: [
      {
        caption: "連結貸借対照表計上額が取得原価を超えるもの",
        rows: ["株式", "債券（国債・地方債等）", "債券（社債）", "その他"],
        of: "assets",
        thousandths: 58,
        total: "小計",
      },
      {
        caption: "連結貸借対照表計上額が取得原価を超えないもの",
        rows: ["株式", "債券（社債）", "その他"],
        of: "assets",
        thousandths: 9,
        total: "小計",
      },
      {
        caption: "売却したその他有価証券",
        rows: ["株式の売却額", "売却益の合計額", "売却損の合計額"],
        of: "assets",
        thousandths: 12,
      },
    ],
  },
  {
    id: "instruments",
    title: "（金融商品関係）",
    from: 1,
    says: [
      "当社グループは、設備投資計画に照らして必要な資金を主に銀行借入及び社債の発行により調達しております。一時的な余資は安全性の高い金融資産で運用し、デリバティブは後述するリスクを回避するために利用しており、投機的な取引は行わない方針であります。",
      "営業債権である受取手形及び売掛金は、顧客の信用リスクに晒されております。当該リスクに関しては、取引先ごとの期日管理及び残高管理を行うとともに、主な取引先の信用状況を半期ごとに把握する体制としております。",
      "投資有価証券である株式は、市場価格の変動リスクに晒されておりますが、主に業務上の関係を有する企業の株式であり、定期的に把握された時価が取締役会に報告されております。",
      "金融商品の時価を、時価の算定に係るインプットの観察可能性及び重要性に応じて、三つのレベルに分類しております。",
    ],
    tables: [
      {
        caption: "連結貸借対照表計上額及び時価",
        rows: ["投資有価証券", "長期貸付金", "社債", "長期借入金", "リース債務", "デリバティブ取引"],
        of: "assets",
        thousandths: 260,
      },
      {
        caption: "レベル1の時価",
        rows: ["株式", "国債・地方債等", "投資信託"],
        of: "assets",
        thousandths: 52,
        total: "資産計",
      },
      {
        caption: "レベル2の時価",
        rows: ["社債", "通貨関連", "金利関連", "長期借入金"],
        of: "assets",
        thousandths: 150,
        total: "計",
      },
      {
        caption: "長期借入金の連結決算日後の返済予定額",
        rows: ["1年以内", "1年超2年以内", "2年超3年以内", "3年超4年以内", "4年超5年以内", "5年超"],
        of: "assets",
        thousandths: 150,
        total: "合計",
      },
    ],
  },
  {
    id: "derivatives",
    title: "（デリバティブ取引関係）",
    from: 3,
    says: [
      "ヘッジ会計が適用されていないデリバティブ取引及び適用されているデリバティブ取引の契約額等は次のとおりであります。時価は取引先金融機関から提示された価格に基づいております。",
    ],
    tables: [
      {
        caption: "通貨関連（契約額）",
        rows: [
          "為替予約取引　売建　米ドル",
          "為替予約取引　売建　ユーロ",
          "為替予約取引　買建　米ドル",
          "通貨スワップ取引",
        ],
        of: "sales",
        thousandths: 44,
        total: "合計",
      },
      {
        caption: "金利関連（契約額）",
        rows: ["金利スワップ取引　支払固定・受取変動", "金利通貨スワップ取引"],
        of: "assets",
        thousandths: 28,
        total: "合計",
      },
    ],
  },
  {
    id: "retirement",
    title: "（退職給付関係）",
    from: 1,
    says: [
      "当社及び連結子会社は、従業員の退職給付に充てるため、積立型、非積立型の確定給付制度及び確定拠出制度を採用しております。確定給付企業年金制度では、給与と勤務期間に基づいた一時金又は年金を支給しております。",
    ],
    tables: [
      {
        caption: "退職給付債務の期末残高の内訳",
        rows: ["積立型制度の退職給付債務", "非積立型制度の退職給付債務"],
        of: "assets",
        thousandths: 62,
        total: "退職給付債務",
      },
      {
        caption: "退職給付費用の内訳",
        rows: [
          "勤務費用",
          "利息費用",
          "期待運用収益",
          "数理計算上の差異の費用処理額",
          "過去勤務費用の費用処理額",
          "確定拠出制度への要拠出額",
        ],
        of: "sales",
        thousandths: 9,
        total: "計",
      },
      {
        caption: "年金資産の主な内訳",
        rows: ["債券", "株式", "生命保険一般勘定", "現金及び預金", "代替投資"],
        of: "assets",
        thousandths: 48,
        total: "合計",
      },
    ],
  },
  {
    id: "stock-options",
    title: "（ストック・オプション等関係）",
    from: 3,
    says: [
      "当社は、取締役（社外取締役を除く）及び執行役員に対して譲渡制限付株式を交付しております。付与時の公正な評価単価は、取締役会決議日の前営業日の終値によっております。",
    ],
    tables: [
      {
        caption: "費用計上額及び科目名",
        rows: ["売上原価の株式報酬費用", "一般管理費の株式報酬費用"],
        of: "sales",
        thousandths: 1,
        total: "計",
      },
    ],
  },
  {
    id: "taxes",
    title: "（税効果会計関係）",
    from: 1,
    says: [
      "繰延税金資産及び繰延税金負債の発生の主な原因別の内訳は次のとおりであります。評価性引当額は、将来減算一時差異等のうち回収が見込まれないものについて計上しております。",
    ],
    tables: [
      {
        caption: "繰延税金資産",
        rows: ["賞与引当金", "棚卸資産評価損", "退職給付に係る負債", "減損損失", "未実現利益", "繰越欠損金", "その他"],
        of: "assets",
        thousandths: 38,
        total: "繰延税金資産小計",
      },
      {
        caption: "繰延税金負債",
        rows: ["その他有価証券評価差額金", "固定資産圧縮積立金", "海外子会社の留保利益", "その他"],
        of: "assets",
        thousandths: 17,
        total: "繰延税金負債合計",
      },
      {
        caption: "税務上の繰越欠損金の繰越期限別の金額",
        rows: ["1年以内", "1年超3年以内", "3年超5年以内", "5年超"],
        of: "assets",
        thousandths: 5,
        total: "合計",
      },
    ],
  },
  {
    id: "combinations",
    title: "（企業結合等関係）",
    from: 3,
    says: [
      "当連結会計年度において、当社は同業の一社の全株式を取得し、連結子会社といたしました。取得原価は現金によっており、取得関連費用は一般管理費に計上しております。発生したのれんは、今後の事業展開によって期待される超過収益力であります。",
    ],
    tables: [
      {
        caption: "企業結合日に受け入れた資産及び引き受けた負債",
        rows: ["流動資産", "固定資産", "のれん", "流動負債", "固定負債"],
        of: "assets",
        thousandths: 19,
      },
    ],
  },
  {
    id: "obligations",
    title: "（資産除去債務関係）",
    from: 2,
    says: [
      "事業所の不動産賃貸借契約に伴う原状回復義務等であり、使用見込期間を取得から8年から47年と見積り、割引率は0.1％から2.3％を使用して金額を計算しております。",
    ],
    tables: [
      {
        caption: "資産除去債務の総額の増減",
        rows: ["期首残高", "有形固定資産の取得に伴う増加額", "時の経過による調整額", "履行による減少額"],
        of: "assets",
        thousandths: 6,
      },
    ],
  },
  {
    id: "rental",
    title: "（賃貸等不動産関係）",
    from: 2,
    says: [
      "当社及び一部の連結子会社は、賃貸用のオフィスビル、倉庫及び遊休の土地を有しております。期末の時価は、社外の不動産鑑定士による評価に基づく金額であります。",
    ],
    tables: [
      {
        caption: "連結貸借対照表計上額及び時価",
        rows: ["期首残高", "期中増減額", "期末残高", "期末時価"],
        of: "assets",
        thousandths: 96,
      },
    ],
  },
  {
    id: "revenue",
    title: "（収益認識関係）",
    from: 1,
    says: [
      "顧客との契約から生じる収益を分解した情報は次のとおりであります。契約資産は主に期末日時点で完了しているが未請求の履行義務に係る対価に対する権利に関するものであり、契約負債は顧客から受け取った前受金に関するものであります。",
    ],
    tables: [
      {
        caption: "契約残高",
        rows: ["顧客との契約から生じた債権", "契約資産", "返金負債"],
        of: "receivables",
        thousandths: 1000,
      },
      {
        caption: "残存履行義務に配分した取引価格",
        rows: ["1年以内", "1年超2年以内", "2年超3年以内", "3年超"],
        of: "sales",
        thousandths: 310,
        total: "合計",
      },
      {
        caption: "収益の認識の時期",
        rows: ["一時点で移転される財又はサービス", "一定の期間にわたり移転される財又はサービス"],
        of: "sales",
        thousandths: 1000,
        total: "顧客との契約から生じる収益",
      },
    ],
  },
  {
    id: "leases",
    title: "（リース取引関係）",
    from: 1,
    says: ["オペレーティング・リース取引のうち解約不能のものに係る未経過リース料は次のとおりであります。"],
    tables: [
      { caption: "借主側", rows: ["1年内", "1年超"], of: "assets", thousandths: 24, total: "合計" },
      { caption: "貸主側", rows: ["1年内", "1年超"], of: "assets", thousandths: 7, total: "合計" },
    ],
  },
  {
    id: "impairment",
    title: "（減損損失に関する注記）",
    from: 2,
    says: [
      "当社グループは、事業用資産については管理会計上の区分を単位とし、遊休資産については個別の物件ごとに資産のグルーピングを行っております。収益性の低下により投資額の回収が見込めなくなった資産グループについて、帳簿価額を回収可能価額まで減額しております。",
    ],
    tables: [
      {
        caption: "減損損失の内訳",
        rows: ["建物及び構築物", "機械装置及び運搬具", "ソフトウエア", "その他"],
        of: "sales",
        thousandths: 2,
        total: "合計",
      },
    ],
  },
  {
    id: "schedules",
    title: "⑤【連結附属明細表】",
    from: 1,
    says: ["借入金等の平均利率は、期末残高に対する加重平均利率を記載しております。"],
    tables: [
      {
        caption: "社債明細表",
        rows: ["第7回無担保社債", "第8回無担保社債", "第9回無担保社債（サステナビリティ・リンク）"],
        of: "bonds",
        thousandths: 1000,
        total: "合計",
      },
      {
        caption: "借入金等明細表",
        rows: ["短期借入金", "1年以内に返済予定の長期借入金", "長期借入金（1年以内に返済予定のものを除く。）"],
        of: "loans",
        thousandths: 1000,
        total: "合計",
      },
      {
        caption: "資産除去債務明細表",
        rows: ["不動産賃貸借契約に伴う原状回復義務", "石綿障害予防規則等に基づくもの"],
        of: "assets",
        thousandths: 6,
        total: "合計",
      },
    ],
  },
];
