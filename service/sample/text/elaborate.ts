import { yen } from "../figures.ts";
import { paragraph } from "./compose.ts";
import type { Context } from "./context.ts";
import { bankPatterns, servicePatterns } from "./elaborate-services.ts";

/** A few sentences that belong together, with other figures each time. */
export type Pattern = () => string[];

const makers = new Set(["機械", "化学", "電気機器", "食料品", "医薬品"]);

/** Further paragraphs on one segment, drawn without repeating a pattern within a call. */
export function elaborate(c: Context, at: number, count: number): string[] {
  return c.random.some(patternsOf(c, at), count).map((sentences) => paragraph(...sentences()));
}

/** A bank has no assembly line, and a railway no model that goes out of production. */
function patternsOf(c: Context, at: number): readonly Pattern[] {
  if (makers.has(c.issuer.sector ?? "")) return makerPatterns(c, at);
  return c.issuer.sector === "銀行業" ? bankPatterns(c, at) : servicePatterns(c, at);
}

function makerPatterns(c: Context, at: number): readonly Pattern[] {
  const { random: r, now } = c;
  const segment = c.segment(at);
  const product = c.product(at);
  const customer = c.customer(at);
  const material = c.material(at);
  const site = c.site(at);
  const theme = c.theme(at);
  const sales = now.segments[at % now.segments.length]?.sales ?? now.sales;
  const part = (low: number, high: number) => yen(Math.max(3, Math.round((sales * r.int(low, high)) / 1000)));
  return [
    () => [
      `${segment}事業の受注は、上半期には${customer}向けの${r.pick(["更新需要", "新規設備", "増設案件"])}が${r.int(3, 28)}件成約するなど計画を${r.pick(["上回り", "やや上回り", "下回り"])}ましたが、下半期には${r.pick(["一部の顧客が投資の時期を見直した", "競合との価格差が縮小した", "大型案件の決定が翌期に移った"])}ことにより、通期では${part(700, 1_150)}百万円となりました。`,
      `期末の受注残高は${part(180, 520)}百万円であり、その約${r.int(55, 88)}％は翌連結会計年度中に売上高として計上される見込みであります。`,
    ],
    () => [
      `${site}では、${product}の${r.pick(["組立工程", "検査工程", "出荷工程", "前処理工程"])}を再編し、一台当たりの作業時間を${r.int(6, 31)}％短縮いたしました。`,
      `これに伴い配置転換した${r.int(8, 74)}名は、${theme}を担当する部門において再教育を受けております。`,
    ],
    () => [
      `${material}については、${r.int(2, 5)}社購買を基本としておりますが、品質上の理由から${r.pick(["一部の銘柄", "特定の規格", "高純度品"])}は一社に依存しております。`,
      `代替品の認定には${r.int(6, 20)}か月を要するため、${r.int(2, 6)}か月分の在庫を${site}に分散して保管しております。`,
    ],
    () => [
      `海外においては、${r.pick(["東南アジア", "インド", "北米", "中東欧", "オセアニア"])}の${customer}向けに${product}の販売を開始し、初年度の売上高は${part(8, 60)}百万円となりました。`,
      `現地の保守体制を整えるため、${r.pick(["ハノイ", "チェンナイ", "デトロイト", "ブルノ", "パース"])}に駐在員${r.int(2, 9)}名を配置しております。`,
    ],
    () => [
      `販売価格については、${now.year}年${r.int(4, 10)}月に平均${(r.int(18, 74) / 10).toFixed(1)}％の改定を実施し、対象となる取引先の約${r.int(62, 96)}％から了承を得ております。`,
      `${material}の上昇分のうち価格に反映できた割合は${r.int(48, 91)}％であり、残りは原価低減により吸収いたしました。`,
    ],
    () => [
      `${theme}に関しては、${r.pick(["大学", "公設試験研究機関", "同業他社", "自治体"])}との共同事業として${r.int(2, 5)}か年の計画を進めております。`,
      `当連結会計年度は${product}を用いた実証を${r.int(2, 11)}か所で行い、${r.pick(["消費電力", "廃棄物", "作業時間", "輸送距離"])}を平均${r.int(7, 38)}％削減できることを確認いたしました。`,
    ],
    () => [
      `品質面では、${product}の一部に${r.pick(["表示の誤り", "締結部の緩み", "塗膜の不良", "設定値の不整合"])}が確認されたため、${now.year}年${r.int(5, 12)}月より自主点検を実施しております。`,
      `対象は${yen(r.int(40, 2_600))}台であり、製品保証引当金として${part(2, 14)}百万円を計上しております。人身への影響は確認されておりません。`,
    ],
    () => [
      `人員については、${segment}事業において${r.int(9, 120)}名を新たに採用した一方、定年退職等により${r.int(6, 80)}名が減少いたしました。`,
      `技能の継承を目的として、${r.int(58, 64)}歳以降の再雇用者${r.int(6, 60)}名を${site}の指導職に任命しております。`,
    ],
    () => [
      `物流費は、${r.pick(["共同配送", "中継輸送", "出荷頻度の見直し", "梱包の小型化"])}により前連結会計年度に比べ${(r.int(8, 69) / 10).toFixed(1)}％減少いたしました。`,
      `運送事業者との協議を経て、${customer}向けの納入時間指定を緩和し、荷待ち時間は一回当たり平均${r.int(18, 55)}分となりました。`,
    ],
    () => [
      `${segment}事業に係る設備の稼働率は、第1四半期の${r.int(68, 88)}％から第4四半期には${r.int(74, 97)}％となりました。`,
      `能力の不足が見込まれる${product}については、${site}の隣接地に建屋を増築することを${now.year + 1}年${r.int(1, 3)}月に決定しております。`,
    ],
    () => [
      `当社グループは、${customer}の主要な取引先に対する売上債権の回収期間を平均${r.int(48, 97)}日に短縮し、運転資金の負担を${part(6, 40)}百万円軽減いたしました。`,
      `${r.pick(["ファクタリング", "電子記録債権", "前受金"])}の利用は限定的であり、資金繰りへの懸念はありません。`,
    ],
    () => [
      `事業ポートフォリオの見直しの一環として、採算の改善が見込めない${product}の旧型品${r.int(3, 27)}機種の生産を終了し、保守部品の供給を${now.year + r.int(6, 9)}年まで継続することといたしました。`,
      `これに伴う棚卸資産の評価損は${part(1, 9)}百万円であります。`,
    ],
  ];
}
