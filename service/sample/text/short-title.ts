import { contextOf } from "./context.ts";
import type { ShortDocument } from "./short-kinds.ts";

export function shortTitle(seed: number, document: ShortDocument): string {
  const { issuer, kind, year, quarter, variant } = document;
  const end = contextOf(seed, issuer, year).fiscalYear(year).end;
  const [endYear = "", endMonth = ""] = end.split("-");
  const period = `${endYear}年${Number(endMonth)}月期`;
  const term = `第${contextOf(seed, issuer, year).term(year)}期`;
  switch (kind) {
    case "earnings_summary":
      return `${period}${quarter === 0 ? "" : quarter === 2 ? "　第2四半期（中間期）" : `　第${quarter}四半期`}決算短信〔${issuer.standard}〕（連結）`;
    case "semiannual_report":
      return `半期報告書－${term}`;
    case "quarterly_report":
      return `四半期報告書－${term}第${quarter}四半期`;
    case "extraordinary_report":
      return "臨時報告書";
    case "internal_control_report":
      return `内部統制報告書－${term}`;
    case "confirmation":
      return `確認書－${term}`;
    case "forecast_revision":
      return variant % 2 === 0
        ? "業績予想及び配当予想の修正に関するお知らせ"
        : "通期連結業績予想の修正に関するお知らせ";
    case "dividend_revision":
      return "剰余金の配当（増配）に関するお知らせ";
    case "share_buyback":
      return variant % 2 === 0 ? "自己株式取得に係る事項の決定に関するお知らせ" : "自己株式の取得状況に関するお知らせ";
    case "management_change":
      return "代表取締役の異動に関するお知らせ";
    case "acquisition_or_merger":
      return "連結子会社の吸収合併（簡易合併・略式合併）に関するお知らせ";
    case "other_timely_disclosure":
      return (
        [
          "株主優待制度の一部変更に関するお知らせ",
          "固定資産の譲渡に関するお知らせ",
          "第三者割当による新株式発行に関するお知らせ",
          "中期経営計画の進捗に関するお知らせ",
        ][variant % 4] ?? "お知らせ"
      );
    case "large_holding_report":
      return "大量保有報告書";
    case "large_holding_change_report":
      return "変更報告書（特例対象株券等）";
    case "tender_offer_statement":
      return "公開買付届出書";
    case "securities_registration_statement":
      return "有価証券届出書（組込方式）";
  }
}
