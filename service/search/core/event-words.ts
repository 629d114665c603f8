/**
 * Events as news and timely disclosures name them, beside how they are asked for in English; of our own making. Names
 * of inline XBRL tag statements and know no events.
 */
const events: readonly (readonly [RegExp, readonly string[]])[] = [
  [
    /\b(?:financial|business|earnings|quarterly|annual) results?\b|\bearnings (?:report|release|announcement)/u,
    ["決算", "決算短信"],
  ],
  [/\b(?:forecast|guidance|outlook)\b/u, ["業績予想"]],
  [
    /\b(?:revis\w*|rais\w*|lower\w*|cut)\b.{0,40}\b(?:forecast|guidance|outlook)|\b(?:forecast|guidance|outlook)\b.{0,20}\brevis/u,
    ["業績予想の修正"],
  ],
  [/\b(?:buy-?\s?backs?|repurchas\w*|treasury (?:shares?|stock))\b/u, ["自己株式の取得"]],
  [/\b(?:tender offer|takeover bid|tob)\b/u, ["公開買付け"]],
  [/\blarge (?:share|stock)?\s?holding/u, ["大量保有報告書"]],
  [/\b(?:representative director|president|ceo|chief executive)\b/u, ["代表取締役"]],
  [
    /\b(?:chang\w*|replac\w*|new|step\w* down|resign\w*|appoint\w*)\b.{0,40}\b(?:representative director|president|ceo)\b/u,
    ["代表取締役の交代", "代表取締役の異動"],
  ],
  [/\bmerg(?:e|es|ed|er|ers|ing)\b/u, ["合併", "吸収合併"]],
  [/\b(?:acquires?|acquired|acquisition|takes? over)\b/u, ["買収", "子会社化"]],
  [/\bdividends?\b.{0,20}\b(?:increas|rais|higher)\w*|\b(?:increas|rais|higher)\w*.{0,20}\bdividends?\b/u, ["増配"]],
  [/\b(?:stock|share) split/u, ["株式分割"]],
  [/\bsubsequent events?\b|\bafter the (?:balance sheet date|reporting period|year[- ]end)/u, ["後発事象"]],
  [
    /\b(?:plan(?:s|ned)?|next (?:fiscal )?year|under construction)\b.{0,40}\b(?:capital (?:expenditure|investment)|capex|facilit|equipment|building|store|plant\b|factor)|\b(?:capital (?:expenditure|investment)|capex|facilit|equipment|building|store|plant\b|factor).{0,40}\b(?:plan(?:s|ned)?|next (?:fiscal )?year|under construction)\b/u,
    ["設備の新設、除却等の計画"],
  ],
  [/\bcustomers?\b.{0,60}\b(?:10|ten) ?(?:%|percent)/u, ["主要な顧客ごとの情報", "主な相手先別の販売実績"]],
  [/\bdelist/u, ["上場廃止"]],
  [/\bmedium[- ]term\b|\bmid-?term\b/u, ["中期経営計画"]],
  [/\bimpairment/u, ["減損損失"]],
  [/\brecall/u, ["リコール", "自主回収"]],
  [/\b(?:data (?:breach|leak)|unauthori[sz]ed access|cyber ?attack)/u, ["不正アクセス", "情報漏えい"]],
  [/\b(?:lawsuit|sued|litigation)\b/u, ["訴訟"]],
];

const weight = 0.8;

/** Words of events that a folded question in English asks for. */
export function eventLabels(folded: string): { readonly label: string; readonly weight: number }[] {
  return events.flatMap(([words, labels]) => (words.test(folded) ? labels.map((label) => ({ label, weight })) : []));
}
