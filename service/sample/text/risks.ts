import { yen } from "../figures.ts";
import { type Composer, paragraph } from "./compose.ts";
import type { Context } from "./context.ts";
import { elaborate } from "./elaborate.ts";

/** 第2 事業の状況, its third part: the company's risks. */
export function risks(out: Composer, c: Context): void {
  const { issuer, now } = c;
  out.add(
    3,
    "risks",
    "3【事業等のリスク】",
    paragraph(
      "有価証券報告書に記載した事業の状況、経理の状況等に関する事項のうち、投資者の判断に重要な影響を及ぼす可能性のある事項は以下のとおりであります。",
    ),
  );
  const topics: readonly (readonly [string, string, string])[] = [
    ["market", "市場環境の変動", issuer.sectorProfile.risk],
    [
      "materials",
      "原材料及び資材の調達",
      `${c.material(0)}及び${c.material(1)}の価格が${c.random.int(5, 20)}％上昇した場合、年間でおよそ${yen(Math.round(now.sales * 0.004))}百万円の費用増加を見込んでおります。複数の供給者からの調達及び在庫の積増しにより影響の低減に努めております。`,
    ],
    [
      "currency",
      "為替相場の変動",
      `外貨建取引の比率は約${c.random.int(6, 58)}％であり、対米ドルで1円の円高は営業利益を約${yen(Math.max(1, Math.round(now.sales * 0.0004)))}百万円減少させます。為替予約により影響を抑えておりますが、全てを回避できるものではありません。`,
    ],
    [
      "disaster",
      "自然災害及び事業継続",
      `主要な拠点である${c.site(0)}は${c.random.pick(["活断層", "河川", "海岸"])}に近接しており、${c.random.pick(["大規模な地震", "高潮", "豪雨"])}により操業が停止する可能性があります。代替生産及び安否確認の訓練を年${c.random.int(1, 3)}回実施しております。`,
    ],
    [
      "information",
      "情報セキュリティ",
      `${now.year}年度においては、${c.random.pick(["取引先を装った標的型電子メール", "海外子会社への不正アクセス", "外部委託先における設定の誤り"])}を検知しましたが、情報の流出は確認されておりません。多要素認証の適用範囲を拡大しております。`,
    ],
    [
      "people",
      "人材の確保",
      `${c.segment(0)}事業における専門人材の不足が続いた場合、受注の機会を逃す可能性があります。採用経路の多様化及び${c.theme(0)}による省力化を進めております。`,
    ],
    [
      "impairment",
      "固定資産の減損",
      now.net < c.before.net
        ? `${c.segment(2)}事業の収益性が低下しており、将来の見積りに変更があった場合には減損損失を計上する可能性があります。当連結会計年度末における同事業の固定資産は${yen(Math.round(now.tangible * 0.18))}百万円であります。`
        : "保有する固定資産の回収可能価額が帳簿価額を下回った場合には、減損損失を計上する可能性があります。",
    ],
    [
      "law",
      "法的規制",
      `${c.random.pick(["個人情報保護", "競争法", "輸出管理", "環境規制"])}に関する法令の改正により、追加の対応費用が発生する可能性があります。${now.year + 1}年4月に施行される改正への対応を完了しております。`,
    ],
  ];
  topics.slice(0, 5).forEach(([name, title, text], at) => {
    out.add(
      4,
      `risk-${name}`,
      `(${at + 1}) ${title}`,
      paragraph(text),
      ...(at < 3 ? [paragraph(c.riskMeasure(at))] : []),
      ...elaborate(c, at, 3),
    );
  });
}
