import type { Composer } from "./compose.ts";
import { elaborate } from "./elaborate.ts";
import { list, notes, paragraph, table } from "./compose.ts";
import type { Context } from "./context.ts";
import { change, percent, yen } from "../figures.ts";
import { era, longDate, yearMonth } from "../calendar.ts";

/** 第1 企業の概況 and 第2 事業の状況: what the company is, does, fears and explains. */

export function companyOverview(out: Composer, c: Context): void {
  const { issuer, now } = c;
  const five = [4, 3, 2, 1, 0].map((back) => c.figures(now.year - back));
  const terms = five.map((f) => `第${c.term(f.year)}期`);
  const row = (label: string, pick: (f: (typeof five)[number]) => string) => [label, ...five.map(pick)];
  out.add(2, "overview", "第1【企業の概況】");
  out.add(
    3,
    "key-figures",
    "1【主要な経営指標等の推移】",
    "(1) 連結経営指標等",
    table(
      "",
      "百万円（別途記載のものを除く）",
      ["回次", ...terms],
      [
        row("決算年月", (f) => yearMonth(c.fiscalYear(f.year).end)),
        row(c.salesWord, (f) => yen(f.sales)),
        row("経常利益又は経常損失（△）", (f) => yen(f.ordinary)),
        row("親会社株主に帰属する当期純利益又は当期純損失（△）", (f) => yen(f.net)),
        row("純資産額", (f) => yen(f.netAssets)),
        row("総資産額", (f) => yen(f.assets)),
        row("1株当たり純資産額（円）", (f) => f.bps.toFixed(2)),
        row("1株当たり当期純利益（円）", (f) => (f.eps < 0 ? `△${Math.abs(f.eps).toFixed(2)}` : f.eps.toFixed(2))),
        row("自己資本比率（％）", (f) => percent(f.netAssets, f.assets)),
        row("営業活動によるキャッシュ・フロー", (f) => yen(f.operatingCash)),
        row("投資活動によるキャッシュ・フロー", (f) => yen(f.investingCash)),
        row("財務活動によるキャッシュ・フロー", (f) => yen(f.financingCash)),
        row("現金及び現金同等物の期末残高", (f) => yen(f.cash)),
        row("従業員数（人）", (f) => yen(f.employees)),
      ],
    ),
    notes(
      "潜在株式調整後1株当たり当期純利益については、潜在株式が存在しないため記載しておりません。",
      `従業員数は就業人員であり、臨時雇用者数は含んでおりません。${c.term(now.year - 2)}期に事業の再編を行っております。`,
    ),
  );
  const founded = issuer.foundedYear;
  out.add(
    3,
    "history",
    "2【沿革】",
    table(
      "",
      undefined,
      ["年月", "事項"],
      [
        [
          `${founded}年4月`,
          `${issuer.headOffice}において${issuer.shortName}の前身となる${c.random.pick(["個人商店", "合資会社", "匿名組合"])}を創業`,
        ],
        [`${founded + 14}年10月`, `株式会社に改組し、商号を${issuer.name}に変更`],
        [`${founded + 27}年6月`, `${c.site(0)}を開設し、${c.product(0)}の取扱いを開始`],
        [`${founded + 38}年9月`, `${c.site(1)}を開設`],
        [`${Math.max(founded + 45, 1962)}年11月`, "株式を上場"],
        ["2004年3月", `${c.segment(1)}事業を強化するため、同業の三社を子会社化`],
        ["2015年4月", `${c.product(2)}の販売を開始`],
        [`${now.year - 3}年4月`, `${c.market}市場へ移行し、${c.site(2)}を増強`],
        [`${now.year}年7月`, `${c.theme(0)}を担う専任組織を設置`],
      ],
    ),
  );
  out.add(
    3,
    "business",
    "3【事業の内容】",
    paragraph(
      `当社グループは、当社、子会社${c.subsidiaries}社及び関連会社${c.affiliates}社で構成されており、${issuer.sectorProfile.segments.map(([name]) => `${name}事業`).join("、")}を営んでおります。`,
    ),
    ...issuer.sectorProfile.segments.map(([name, what], at) =>
      paragraph(
        `【${name}】`,
        `${what}を行っております。主要な製品及びサービスは${c.product(at)}及び${c.product(at + 1)}であり、主として${c.customer(at)}向けに供給しております。`,
        c.random.pick([
          "販売は国内においては当社及び販売子会社が、海外においては現地代理店が担っております。",
          "製造は当社及び連結子会社が、保守及び据付は協力会社が行っております。",
          "受注から納入までの期間は平均して五か月程度であります。",
        ]),
      ),
    ),
    ...elaborate(c, 0, 2),
  );
  out.add(
    3,
    "affiliates",
    "4【関係会社の状況】",
    table(
      "",
      undefined,
      ["名称", "主要な事業の内容", "資本金（百万円）", "議決権の所有割合（％）"],
      Array.from({ length: Math.min(9, c.subsidiaries) }, (_, at) => [
        `${c.shortName}${["販売", "サービス", "テクノ", "アジア", "ヨーロッパ", "物流", "ファシリティーズ", "北海道", "九州"][at] ?? "東北"}株式会社`,
        `${c.segment(at)}事業`,
        yen(c.random.int(1, 60) * 10),
        c.random.pick(["100.0", "100.0", "100.0", "80.0", "66.7", "51.0"]),
      ]),
    ),
    notes("主要な事業の内容欄には、セグメントの名称を記載しております。", "特定子会社に該当する会社はありません。"),
  );
  out.add(
    3,
    "employees",
    "5【従業員の状況】",
    table(
      "(1) 連結会社の状況",
      "人",
      ["セグメントの名称", "従業員数"],
      [
        ...now.segments.map((segment) => [
          segment.name,
          yen(Math.round((now.employees * 0.93 * segment.sales) / now.sales)),
        ]),
        [
          "全社（共通）",
          yen(
            now.employees -
              now.segments.reduce(
                (sum, segment) => sum + Math.round((now.employees * 0.93 * segment.sales) / now.sales),
                0,
              ),
          ),
        ],
        ["合計", yen(now.employees)],
      ],
    ),
    table(
      "(2) 提出会社の状況",
      undefined,
      ["従業員数（人）", "平均年齢（歳）", "平均勤続年数（年）", "平均年間給与（円）"],
      [
        [
          yen(now.parentEmployees),
          (39 + c.random.next() * 5).toFixed(1),
          (10 + c.random.next() * 9).toFixed(1),
          yen(c.random.int(5_800, 9_400) * 1000 + c.random.int(0, 999)),
        ],
      ],
    ),
    paragraph(
      `管理職に占める女性労働者の割合は${(c.random.int(38, 190) / 10).toFixed(1)}％、男性労働者の育児休業取得率は${c.random.int(31, 96)}％、労働者の男女の賃金の差異は${(c.random.int(610, 830) / 10).toFixed(1)}％であります。`,
    ),
    paragraph("労働組合との関係は円満に推移しており、特記すべき事項はありません。"),
  );
}

export function policies(out: Composer, c: Context): void {
  const { issuer, now } = c;
  out.add(2, "conditions", "第2【事業の状況】");
  out.add(
    3,
    "policy",
    "1【経営方針、経営環境及び対処すべき課題等】",
    paragraph("文中の将来に関する事項は、本書提出日現在において当社グループが判断したものであります。"),
  );
  out.add(
    4,
    "policy-basic",
    "(1) 経営の基本方針",
    paragraph(
      `当社グループは「${c.motto}」を社是とし、${c.customer(0)}をはじめとする顧客の課題を${c.segment(0)}と${c.segment(1)}の両面から解決することを使命としております。`,
    ),
    paragraph(
      `中期経営計画「${c.plan}」においては、${c.theme(0)}、${c.theme(1)}及び${c.theme(2)}を重点課題に掲げております。`,
    ),
  );
  out.add(
    4,
    "policy-environment",
    "(2) 経営環境",
    paragraph(...c.economy),
    paragraph(
      `当社グループを取り巻く環境をみますと、${c.customer(0)}向けの需要は${c.demand(0)}一方で、${c.customer(1)}向けは${c.demand(1)}状況にあります。${c.material(0)}の調達価格は${c.materialTrend}、販売価格への転嫁が引き続き課題となっております。`,
    ),
    ...[0, 1, 2].flatMap((at) => elaborate(c, at, 3)),
  );
  out.add(
    4,
    "policy-targets",
    "(3) 目標とする経営指標",
    table(
      "中期経営計画の目標",
      "百万円",
      ["指標", `${now.year - 1}年度実績`, `${now.year}年度実績`, `${now.year + 3}年度目標`],
      [
        [c.salesWord, yen(c.before.sales), yen(now.sales), yen(Math.round((now.sales * 1.15) / 1000) * 1000)],
        [
          "営業利益",
          yen(c.before.operating),
          yen(now.operating),
          yen(Math.round((Math.max(now.operating, now.sales * 0.03) * 1.35) / 100) * 100),
        ],
        ["自己資本利益率（％）", percent(c.before.net, c.before.netAssets), percent(now.net, now.netAssets), "8.0以上"],
        ["研究開発費", yen(c.before.research), yen(now.research), yen(Math.round((now.research * 1.2) / 10) * 10)],
      ],
    ),
  );
  out.add(
    4,
    "policy-issues",
    "(4) 優先的に対処すべき事業上及び財務上の課題",
    ...[0, 1, 2].map((at) =>
      paragraph(
        `${"①②③"[at]} ${c.theme(at)}`,
        "　",
        c.random.pick([
          `${c.site(at)}に${yen(c.random.int(4, 90) * 50)}百万円を投じ、${era(now.year + 1 + at)}度中の稼働を目指しております。`,
          `部門横断の推進会議を四半期ごとに開催し、${c.product(at)}を対象とした取組みから段階的に範囲を広げております。`,
          `${c.customer(at)}の主要な取引先${c.random.int(3, 18)}社と共同で検証を進めており、${now.year + 1}年度内に効果を開示する予定であります。`,
        ]),
      ),
    ),
    paragraph(
      "④ 資本コストや株価を意識した経営　",
      `取締役会は、自己資本利益率が株主資本コスト（${(c.random.int(62, 84) / 10).toFixed(1)}％程度と認識）を${now.net / now.netAssets > 0.07 ? "上回る水準を維持する" : "下回っている"}状況を踏まえ、政策保有株式の縮減及び株主還元の方針を見直しております。`,
    ),
  );
  out.add(
    3,
    "sustainability",
    "2【サステナビリティに関する考え方及び取組】",
    paragraph(
      `当社グループは、サステナビリティに関する重要課題として${c.theme(1)}及び人的資本の充実を特定しております。`,
    ),
  );
  out.add(
    4,
    "sustainability-governance",
    "(1) ガバナンス",
    paragraph(
      `代表取締役社長${issuer.president.split(" ")[0] ?? ""}を委員長とするサステナビリティ委員会を年${c.random.int(2, 6)}回開催し、審議の内容を取締役会に報告しております。`,
    ),
  );
  out.add(
    4,
    "sustainability-strategy",
    "(2) 戦略及び指標",
    table(
      "温室効果ガス排出量",
      "t-CO2",
      ["区分", `${now.year - 1}年度`, `${now.year}年度`, "2030年度目標"],
      [
        ["Scope1", yen(c.emission * 4), yen(Math.round(c.emission * 3.8)), yen(Math.round(c.emission * 2.6))],
        ["Scope2", yen(c.emission * 6), yen(Math.round(c.emission * 5.5)), yen(Math.round(c.emission * 3.1))],
      ],
    ),
    paragraph(
      `人的資本については、一人当たり研修時間を${c.random.int(14, 41)}時間とし、${c.theme(0)}に必要な技能の習得を支援しております。`,
    ),
  );
}

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

export function analysis(out: Composer, c: Context): void {
  const { now, before } = c;
  out.add(3, "analysis", "4【経営者による財政状態、経営成績及びキャッシュ・フローの状況の分析】");
  out.add(
    4,
    "analysis-results",
    "(1) 経営成績の状況",
    paragraph(...c.economy),
    paragraph(
      `このような環境のもと、当社グループは中期経営計画「${c.plan}」の${["初年度", "二年目", "最終年度"][now.year % 3]}として、${c.theme(0)}及び${c.theme(1)}に取り組んでまいりました。※1`,
    ),
    paragraph(
      `この結果、当連結会計年度の${c.salesWord}は${yen(now.sales)}百万円（${change(now.sales, before.sales)}）、営業利益は${yen(now.operating)}百万円（${change(now.operating, before.operating)}）、経常利益は${yen(now.ordinary)}百万円（${change(now.ordinary, before.ordinary)}）、親会社株主に帰属する当期純利益は${yen(now.net)}百万円（${change(now.net, before.net)}）となりました。`,
    ),
    table(
      "セグメント別売上高",
      "百万円、％",
      ["セグメント", "前連結会計年度", "当連結会計年度", "増減額", "増減率"],
      [
        ...now.segments.map((segment, at) => {
          const past = before.segments[at]?.sales ?? 0;
          return [
            segment.name,
            yen(past),
            yen(segment.sales),
            yen(segment.sales - past),
            percent(segment.sales - past, past),
          ];
        }),
        [
          "合計",
          yen(before.sales),
          yen(now.sales),
          yen(now.sales - before.sales),
          percent(now.sales - before.sales, before.sales),
        ],
      ],
    ),
    ...now.segments.map((segment, at) => {
      const past = before.segments[at];
      const up = segment.sales >= (past?.sales ?? 0);
      return paragraph(
        `${segment.name}事業は、${c.product(at)}が${c.customer(at)}向けに${up ? c.random.pick(["堅調に推移し", "大型案件の納入により伸長し", "価格改定の効果により増加し"]) : c.random.pick(["在庫調整の影響を受け", "競争の激化により減少し", "前期の大型案件の反動があり"])}、売上高は${yen(segment.sales)}百万円（${change(segment.sales, past?.sales ?? 0)}）、セグメント利益は${yen(segment.profit)}百万円となりました。`,
        segment.profit >= (past?.profit ?? 0)
          ? `${c.material(at)}価格の上昇を生産性の改善及び販売価格への転嫁で吸収いたしました。`
          : `${c.material(at)}価格の上昇及び${c.random.pick(["人件費の増加", "立上げ費用", "品質対策費用"])}が利益を押し下げました。`,
      );
    }),
    ...[0, 1, 2].flatMap((at) => elaborate(c, at, 6)),
    "※1 計画の内容は「1 経営方針、経営環境及び対処すべき課題等」に記載しております。",
  );
  out.add(
    4,
    "analysis-position",
    "(2) 財政状態の状況",
    paragraph(
      `当連結会計年度末の総資産は、前連結会計年度末に比べ${yen(Math.abs(now.assets - before.assets))}百万円${now.assets >= before.assets ? "増加" : "減少"}し、${yen(now.assets)}百万円となりました。これは主に、${now.inventories >= before.inventories ? "棚卸資産の増加" : "受取手形及び売掛金の減少"}によるものであります。負債は${yen(now.liabilities)}百万円、純資産は${yen(now.netAssets)}百万円となり、自己資本比率は${percent(now.netAssets, now.assets)}％となりました。`,
    ),
  );
  out.add(
    4,
    "analysis-cash",
    "(3) キャッシュ・フローの状況",
    paragraph(
      `営業活動によるキャッシュ・フローは${yen(now.operatingCash)}百万円、投資活動によるキャッシュ・フローは${yen(now.investingCash)}百万円となりました。投資活動の主な内訳は${c.site(1)}における設備の取得であります。財務活動によるキャッシュ・フローは${yen(now.financingCash)}百万円となりました。`,
    ),
    paragraph(
      `以上の結果、現金及び現金同等物の期末残高は${yen(now.cash)}百万円となりました。運転資金は自己資金及び短期借入金により、設備資金は長期借入金により調達することを基本としております。`,
    ),
  );
  out.add(
    4,
    "analysis-orders",
    "(4) 生産、受注及び販売の実績",
    table(
      "受注実績",
      "百万円",
      ["セグメント", "受注高", "前期比（％）", "受注残高", "前期比（％）"],
      now.segments.map((segment) => [
        segment.name,
        yen(Math.round(segment.sales * (0.9 + c.random.next() * 0.25))),
        (85 + c.random.next() * 32).toFixed(1),
        yen(Math.round(segment.sales * (0.25 + c.random.next() * 0.4))),
        (82 + c.random.next() * 36).toFixed(1),
      ]),
    ),
    notes("金額は販売価格によっております。", "セグメント間の取引については相殺消去しております。"),
  );
  out.add(
    3,
    "contracts",
    "5【重要な契約等】",
    paragraph(
      c.random.chance(0.5)
        ? "該当事項はありません。"
        : `${yearMonth(c.fiscalYear(now.year).end)}、当社は${c.product(3)}に関する${c.random.pick(["技術援助契約", "販売代理店契約", "共同開発契約"])}を更新いたしました。契約期間は${c.random.int(3, 10)}年間であります。`,
    ),
  );
  out.add(
    3,
    "research",
    "6【研究開発活動】",
    paragraph(
      `当社グループの研究開発は${c.site(2)}を中心に行っており、当連結会計年度の研究開発費の総額は${yen(now.research)}百万円（${change(now.research, before.research)}）であります。`,
    ),
    ...now.segments.map((segment, at) =>
      paragraph(
        `${segment.name}事業においては、${c.theme(at)}に資する技術として${c.product(at + 2)}の改良に取り組み、${c.random.pick(["試作機の評価を完了", "実証試験を開始", "特許を出願", "量産の前提となる信頼性試験に合格"])}しております。研究開発費は${yen(Math.round(now.research * ([0.5, 0.3, 0.2][at] ?? 0)))}百万円であります。`,
      ),
    ),
    list(
      `${c.product(0)}の${c.random.pick(["省電力化", "小型化", "自動化", "長寿命化"])}`,
      `${c.theme(2)}に関する基礎研究`,
      `${longDate(c.fiscalYear(now.year).end)}現在の保有特許 ${c.random.int(40, 900)}件`,
    ),
  );
}
