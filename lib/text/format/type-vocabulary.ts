/**
 * How people name the types of documents, in both languages: the full names first, then the short forms in use. One
 * word may stand for several types (大量保有 covers the report and its changes). Compared as `foldWord` folds them.
 */
export const typeVocabulary: Readonly<
  Record<string, { readonly ja: readonly string[]; readonly en: readonly string[] }>
> = {
  annual_securities_report: {
    ja: ["有価証券報告書", "有報", "年次報告書"],
    en: ["Annual securities report", "annual report", "securities report", "annual", "yuho"],
  },
  semiannual_report: {
    ja: ["半期報告書", "半期報", "半報", "半期"],
    en: ["Semiannual report", "semi annual report", "half year report", "interim report", "semiannual", "interim"],
  },
  quarterly_report: {
    ja: ["四半期報告書", "四半期報", "四半報", "四半期"],
    en: ["Quarterly report", "quarterly"],
  },
  extraordinary_report: {
    ja: ["臨時報告書", "臨報", "臨時"],
    en: ["Extraordinary report", "extraordinary"],
  },
  large_holding_report: {
    ja: ["大量保有報告書", "大量保有報告", "大量保有", "大量", "5%ルール"],
    en: ["Large holding report", "large shareholding report", "large holding", "large shareholding"],
  },
  large_holding_change_report: {
    ja: ["大量保有報告書(変更)", "変更報告書", "変更報告", "大量保有", "大量"],
    en: ["Large holding, change", "large holding change", "change report", "large holding", "large shareholding"],
  },
  tender_offer_statement: {
    ja: ["公開買付届出書", "公開買付け", "公開買付", "TOB"],
    en: ["Tender offer statement", "tender offer", "takeover bid", "TOB"],
  },
  securities_registration_statement: {
    ja: ["有価証券届出書", "届出書", "有届"],
    en: ["Securities registration", "securities registration statement", "registration statement"],
  },
  internal_control_report: {
    ja: ["内部統制報告書", "内部統制", "内統"],
    en: ["Internal control report", "internal control", "J-SOX"],
  },
  earnings_summary: {
    ja: ["決算短信", "短信", "決算"],
    en: ["Earnings summary", "earnings report", "earnings", "financial results", "results", "tanshin"],
  },
  forecast_revision: {
    ja: ["業績予想の修正", "業績予想", "業績修正", "上方修正", "下方修正"],
    en: ["Forecast revision", "revised forecast", "guidance", "forecast"],
  },
  dividend_revision: {
    ja: ["配当予想の修正", "配当予想", "配当修正", "増配", "減配", "配当"],
    en: ["Dividend revision", "revised dividend", "dividend"],
  },
  share_buyback: {
    ja: ["自己株式の取得", "自己株式", "自社株買い", "自社株", "自己株"],
    en: ["Share buyback", "buyback", "buy back", "share repurchase", "repurchase"],
  },
  management_change: {
    ja: ["役員の異動", "役員異動", "人事異動", "人事"],
    en: ["Management change", "executive change", "change of officers"],
  },
  acquisition_or_merger: {
    ja: ["買収・合併", "買収", "合併", "M&A"],
    en: ["Acquisition or merger", "acquisition", "merger", "M&A"],
  },
  other_timely_disclosure: {
    ja: ["その他の適時開示", "適時開示", "適時"],
    en: ["Other timely disclosure", "timely disclosure"],
  },
  ir_presentation: {
    ja: ["説明会資料", "決算説明会資料", "決算説明資料", "決算説明", "説明資料"],
    en: ["IR presentation", "presentation", "slides"],
  },
  integrated_report: { ja: ["統合報告書", "統合報告"], en: ["Integrated report"] },
  fact_book: { ja: ["ファクトブック"], en: ["Fact book", "factbook"] },
  other: { ja: ["その他"], en: ["Other"] },
};

/** Words for amendments of any type. */
export const amendmentWords: readonly string[] = ["訂正報告書", "訂正", "amendment", "amended"];

/** Widths and cases are one, hyphens are spaces, and a plural is its singular. */
export function foldWord(word: string): string {
  const plain = word
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[-‐–\s]+/gu, " ")
    .trim();
  return /^[a-z ]+[^s]s$/.test(plain) ? plain.slice(0, -1) : plain;
}
