import { yen } from "../figures.ts";
import type { Context } from "./context.ts";
import type { Pattern } from "./elaborate.ts";

/** What those tell who sell no goods: deposits and loans, contracts and capacity. */
export function bankPatterns(c: Context, at: number): readonly Pattern[] {
  const { random: r, now } = c;
  const segment = c.segment(at);
  const product = c.product(at);
  const customer = c.customer(at);
  const site = c.site(at);
  const income = now.segments[at % now.segments.length]?.sales ?? now.sales;
  const part = (low: number, high: number) => yen(Math.max(3, Math.round((income * r.int(low, high)) / 1000)));
  return [
    () => [
      `${segment}における期末の貸出金残高は、${customer}向けの${r.pick(["運転資金", "設備資金", "事業承継に伴う株式取得資金"])}が増加したことにより、前連結会計年度末に比べ${(r.int(6, 58) / 10).toFixed(1)}％増加し${part(8_000, 15_000)}百万円となりました。`,
      `このうち固定金利によるものは約${r.int(22, 61)}％であり、平均残存期間は${(r.int(28, 96) / 10).toFixed(1)}年であります。`,
    ],
    () => [
      `預金残高は個人が約${r.int(58, 77)}％を占め、定期性預金の割合は${r.int(24, 48)}％に${r.pick(["上昇", "低下"])}いたしました。`,
      `市場金利の上昇を受け、${now.year}年${r.int(4, 11)}月に定期預金の利率を平均0.${r.int(10, 45)}ポイント引き上げております。`,
    ],
    () => [
      `${customer}向けの与信に係る費用は${part(8, 70)}百万円となりました。`,
      `${r.pick(["原材料価格の上昇を販売価格に転嫁できなかった取引先", "コロナ禍の借入れの返済が始まった取引先", "後継者が定まらない取引先"])}のうち${r.int(6, 70)}先を要注意先に区分し、経営改善計画の策定を支援しております。`,
    ],
    () => [
      `${product}に係る役務取引等収益は${part(20, 160)}百万円であり、取扱件数は${yen(r.int(140, 6_200))}件となりました。`,
      `${customer}からの紹介による案件が約${r.int(18, 52)}％を占めております。`,
    ],
    () => [
      `保有する円建債券の平均残存期間を${(r.int(32, 68) / 10).toFixed(1)}年に短縮し、その他有価証券の評価損益は△${part(10, 240)}百万円となりました。`,
      `外貨建債券は${r.pick(["全額を売却", "残高を半減", "為替変動を固定したうえで保有"])}しております。`,
    ],
    () => [
      `${site}では、${r.int(4, 38)}か店の後方事務を集約し、窓口における待ち時間を平均${r.int(3, 12)}分に短縮いたしました。`,
      `これに伴い${r.int(12, 88)}名を${customer}の渉外に配置転換しております。`,
    ],
    () => [
      `基幹系の情報システムは${now.year + r.int(1, 3)}年に更新する計画であり、投資額は${part(30, 220)}百万円を見込んでおります。`,
      `更新までの期間は、${site}において日次の切替訓練を年${r.int(2, 6)}回実施しております。`,
    ],
    () => [
      `継続的顧客管理の対象とした${customer}のうち、約${r.int(71, 96)}％から回答を得ております。`,
      `疑わしい取引の検知に用いる基準を${now.year}年${r.int(5, 12)}月に見直し、届出の件数は前連結会計年度に比べ${r.int(4, 33)}％増加いたしました。`,
    ],
    () => [
      `市場金利が0.1ポイント上昇した場合、資金利益は年間でおよそ${part(6, 40)}百万円増加すると試算しております。`,
      `一方で、変動金利による住宅ローンの返済額の見直しが${now.year + 1}年${r.pick([4, 7, 10])}月以降に始まるため、${customer}の返済能力への影響を継続して点検しております。`,
    ],
    () => [
      `${product}の説明資料の一部に手数料率の記載の誤りが判明し、対象となる${r.int(24, 880)}先に書面で説明いたしました。`,
      "差額は全て返還しており、業績への影響は軽微であります。",
    ],
    ...sharedPatterns(c, at),
  ];
}

export function servicePatterns(c: Context, at: number): readonly Pattern[] {
  const { random: r, now } = c;
  const segment = c.segment(at);
  const product = c.product(at);
  const customer = c.customer(at);
  const material = c.material(at);
  const site = c.site(at);
  const sales = now.segments[at % now.segments.length]?.sales ?? now.sales;
  const part = (low: number, high: number) => yen(Math.max(3, Math.round((sales * r.int(low, high)) / 1000)));
  return [
    () => [
      `${segment}事業の新規契約は${customer}向けを中心に${yen(r.int(48, 3_800))}件、解約は${r.int(9, 480)}件となりました。`,
      `期末における契約の平均継続年数は${(r.int(21, 118) / 10).toFixed(1)}年であり、前連結会計年度末に比べ${r.pick(["0.2年伸長", "0.4年伸長", "0.1年短縮"])}しております。`,
    ],
    () => [
      `${product}の料金は、${now.year}年${r.int(4, 10)}月に平均${(r.int(18, 74) / 10).toFixed(1)}％の改定を実施し、対象となる契約の約${r.int(82, 98)}％が継続されております。`,
      `${material}の上昇分のうち料金に反映できた割合は${r.int(48, 91)}％であります。`,
    ],
    () => [
      `${site}の稼働率は、閑散期の${r.int(58, 76)}％に対し繁忙期には${r.int(88, 99)}％となりました。`,
      `繁忙期の不足には${r.pick(["近隣の拠点からの応援", "短時間勤務者の採用", "予約時間の分散"])}により対応し、機会損失は${part(2, 18)}百万円と見積もっております。`,
    ],
    () => [
      `${material}の増加により、${segment}事業の費用は前連結会計年度に比べ${part(6, 48)}百万円増加いたしました。`,
      `${r.pick(["長期契約への切替え", "共同調達", "使用量の見える化"])}により、翌連結会計年度は${part(2, 20)}百万円の低減を見込んでおります。`,
    ],
    () => [
      `外部委託費は、${r.pick(["設計", "点検", "受付", "配車"])}業務の内製化により前連結会計年度に比べ${(r.int(12, 94) / 10).toFixed(1)}％減少いたしました。`,
      `${site}に専任者${r.int(6, 64)}名を配置し、委託先との役割分担を改めております。`,
    ],
    () => [
      `${product}に関する問合せは${yen(r.int(900, 42_000))}件であり、このうち苦情に当たるものは${r.int(12, 190)}件でありました。`,
      `原因の約${r.int(31, 58)}％を占める${r.pick(["案内の遅れ", "請求内容の分かりにくさ", "予約変更の手順"])}については、${now.year}年${r.int(5, 12)}月までに手順を改めております。`,
    ],
    () => [
      `${now.year}年${r.int(4, 12)}月、${site}において${r.pick(["受電設備", "空調設備", "通信回線", "制御盤"])}の不具合により${r.int(2, 19)}時間にわたり業務が停止し、${customer}${r.int(4, 160)}先に影響が生じました。`,
      "設備の二重化及び点検周期の短縮により再発の防止を図っております。",
    ],
    () => [
      `採算の確保が難しい${product}の契約${r.int(3, 27)}件について条件の見直しを申し入れ、合意に至らなかった${r.int(1, 9)}件は${now.year + 1}年${r.pick([3, 6, 9])}月までに終了いたします。`,
      `これに伴う損失引当金は${part(1, 9)}百万円であります。`,
    ],
    () => [
      `${customer}の主要な取引先に対する売上債権の回収期間を平均${r.int(32, 74)}日に短縮し、運転資金の負担を${part(6, 40)}百万円軽減いたしました。`,
      `${r.pick(["口座振替", "電子請求書", "前受けの料金体系"])}の利用は約${r.int(41, 88)}％となっております。`,
    ],
    () => [
      `${site}の増設を${now.year}年${r.int(6, 12)}月に決定いたしました。投資額は${part(20, 140)}百万円であり、${now.year + 2}年${r.pick([4, 7, 10])}月の稼働を予定しております。`,
      `増設により${product}の提供能力は約${r.int(8, 35)}％増加する見込みであります。`,
    ],
    ...sharedPatterns(c, at),
  ];
}

function sharedPatterns(c: Context, at: number): readonly Pattern[] {
  const { random: r, now } = c;
  const segment = c.segment(at);
  const site = c.site(at);
  const theme = c.theme(at);
  return [
    () => [
      `人員については、${segment}において${r.int(9, 120)}名を新たに採用した一方、定年退職等により${r.int(6, 80)}名が減少いたしました。`,
      `経験者の採用は${r.int(18, 54)}％を占め、${site}では${now.year}年${r.int(4, 10)}月より選択的な週休三日制を導入しております。`,
    ],
    () => [
      `${theme}に関しては、${r.pick(["大学", "公設試験研究機関", "同業他社", "自治体"])}との共同事業として${r.int(2, 5)}か年の計画を進めております。`,
      `当連結会計年度は${r.int(2, 11)}か所で実証を行い、${r.pick(["消費電力", "紙の使用量", "作業時間", "移動距離"])}を平均${r.int(7, 38)}％削減できることを確認いたしました。`,
    ],
  ];
}
