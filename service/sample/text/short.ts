import type { PublicationSection } from "../../domain/publishing/publication.ts";
import { addDays, longDate } from "../calendar.ts";
import { change, percent, yen } from "../figures.ts";
import type { SampleIssuer } from "../issuers.ts";
import { Composer, notes, paragraph, table } from "./compose.ts";
import { type Context, contextOf } from "./context.ts";
import { elaborate } from "./elaborate.ts";

/** The documents of a few pages: earnings summaries, notices, reports of holdings and events. */

export type ShortKind =
  | "earnings_summary"
  | "semiannual_report"
  | "quarterly_report"
  | "extraordinary_report"
  | "internal_control_report"
  | "confirmation"
  | "forecast_revision"
  | "dividend_revision"
  | "share_buyback"
  | "management_change"
  | "acquisition_or_merger"
  | "other_timely_disclosure"
  | "large_holding_report"
  | "large_holding_change_report"
  | "tender_offer_statement"
  | "securities_registration_statement";

export interface ShortDocument {
  readonly kind: ShortKind;
  readonly issuer: SampleIssuer;
  readonly year: number;
  /** 0 for the whole year, else the quarter. */
  readonly quarter: number;
  readonly filedOn: string;
  /** Tells two of a kind in one year apart. */
  readonly variant: number;
}

export function shortDocument(seed: number, document: ShortDocument): PublicationSection[] {
  const c = contextOf(seed, document.issuer, document.year);
  const out = new Composer();
  writers[document.kind](out, c, document);
  return out.sections();
}

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

type Writer = (out: Composer, c: Context, document: ShortDocument) => void;

const writers: Readonly<Record<ShortKind, Writer>> = {
  earnings_summary(out, c, { quarter }) {
    const part = quarter === 0 ? 1 : quarter / 4;
    const of = (amount: number, drift = 1) => Math.round(amount * part * drift);
    const rows = (f: typeof c.now, drift: number) => [
      yen(of(f.sales)),
      yen(of(f.operating, drift)),
      yen(of(f.ordinary, drift)),
      yen(of(f.net, drift)),
    ];
    const drift = quarter === 0 ? 1 : 0.86 + c.random.next() * 0.3;
    out.add(
      1,
      "summary",
      "サマリー情報",
      paragraph(`上場会社名　${c.issuer.name}　コード番号　${c.issuer.securityCode}　代表者　${c.issuer.president}`),
    );
    out.add(
      2,
      "summary-results",
      "1．連結業績",
      table(
        "連結経営成績（累計）",
        "百万円",
        ["", c.salesWord, "営業利益", "経常利益", "親会社株主に帰属する当期純利益"],
        [
          [`${c.now.year}年度`, ...rows(c.now, drift)],
          [`${c.before.year}年度`, ...rows(c.before, 1)],
        ],
      ),
      table(
        "連結財政状態",
        "百万円、％",
        ["", "総資産", "純資産", "自己資本比率"],
        [[`${c.now.year}年度`, yen(c.now.assets), yen(c.now.netAssets), percent(c.now.netAssets, c.now.assets)]],
      ),
    );
    out.add(
      2,
      "summary-dividends",
      "2．配当の状況",
      table(
        "",
        "円",
        ["", "第2四半期末", "期末", "合計"],
        [
          [
            `${c.now.year}年度`,
            String(Math.floor(c.now.dividend / 2)),
            String(Math.ceil(c.now.dividend / 2)),
            String(c.now.dividend),
          ],
        ],
      ),
    );
    out.add(
      2,
      "summary-forecast",
      "3．連結業績予想",
      paragraph(
        `通期の連結業績予想は、${c.salesWord}${yen(Math.round((c.now.sales * 1.03) / 100) * 100)}百万円、営業利益${yen(Math.round((Math.max(c.now.operating, 1) * 1.05) / 10) * 10)}百万円であり、直近に公表した予想から${c.random.chance(0.3) ? "修正しております" : "変更はありません"}。`,
      ),
    );
    out.add(1, "qualitative", "添付資料　1．経営成績等の概況");
    out.add(
      2,
      "qualitative-results",
      "(1) 当期の経営成績の概況",
      paragraph(...c.economy),
      ...c.now.segments.map((segment, at) =>
        paragraph(
          `${segment.name}事業の売上高は${yen(of(segment.sales))}百万円（${change(segment.sales, c.before.segments[at]?.sales ?? 0)}）、セグメント利益は${yen(of(segment.profit, drift))}百万円となりました。`,
        ),
      ),
      ...elaborate(c, quarter, 4),
    );
    out.add(
      2,
      "qualitative-position",
      "(2) 当期の財政状態の概況",
      paragraph(`総資産は${yen(c.now.assets)}百万円、純資産は${yen(c.now.netAssets)}百万円となりました。`),
      ...elaborate(c, quarter + 1, 2),
    );
    out.add(
      2,
      "qualitative-outlook",
      "(3) 今後の見通し",
      paragraph(
        `${c.customer(quarter)}向けの需要は${c.demand(quarter)}ものと見込んでおります。${c.material(quarter)}価格は${c.materialTrend}、通期では営業利益に${yen(Math.round(c.now.sales * 0.003))}百万円の影響を見込んでおります。`,
      ),
    );
    if (quarter === 0)
      out.add(
        1,
        "going-concern",
        "継続企業の前提に関する重要事象等",
        paragraph(
          c.now.net < 0 && c.before.net < 0
            ? "当社グループは二期連続して純損失を計上しており、継続企業の前提に重要な疑義を生じさせるような状況が存在しておりますが、資金計画に照らし重要な不確実性は認められないものと判断しております。"
            : "該当事項はありません。",
        ),
      );
  },
  semiannual_report: periodic,
  quarterly_report: periodic,
  extraordinary_report(out, c, { variant, filedOn }) {
    out.add(
      1,
      "reason",
      "1【提出理由】",
      paragraph(
        [
          "定時株主総会において決議事項が決議されたため、金融商品取引法第24条の5第4項及び企業内容等の開示に関する内閣府令第19条第2項第9号の2の規定に基づき提出するものであります。",
          "特定子会社の異動が生じることとなったため、企業内容等の開示に関する内閣府令第19条第2項第3号の規定に基づき提出するものであります。",
        ][variant % 2] ?? "",
      ),
    );
    out.add(
      1,
      "contents",
      "2【報告内容】",
      paragraph(`当該事象の発生年月日は${longDate(addDays(filedOn, -2))}であります。`),
      table(
        "決議事項に対する賛成、反対及び棄権の意思の表示に係る議決権の数",
        "個、％",
        ["決議事項", "賛成", "反対", "賛成割合"],
        ["剰余金の処分", "取締役の選任", "監査役の選任"].map((item) => [
          item,
          yen(c.random.int(200_000, 900_000)),
          yen(c.random.int(900, 60_000)),
          (c.random.int(820, 995) / 10).toFixed(1),
        ]),
      ),
    );
  },
  internal_control_report(out, c) {
    out.add(
      1,
      "framework",
      "1【財務報告に係る内部統制の基本的枠組みに関する事項】",
      paragraph(
        `代表取締役社長${c.issuer.president.split(" ")[0] ?? ""}は、当社の財務報告に係る内部統制の整備及び運用に責任を有しております。`,
      ),
    );
    out.add(
      1,
      "scope",
      "2【評価の範囲、基準日及び評価手続に関する事項】",
      paragraph(
        `${longDate(c.fiscalYear(c.now.year).end)}を基準日として、連結${c.salesWord}の概ね${c.random.int(66, 80)}％に達する${c.random.int(3, 9)}拠点を重要な事業拠点といたしました。`,
      ),
    );
    out.add(
      1,
      "result",
      "3【評価結果に関する事項】",
      paragraph(
        c.random.chance(0.92)
          ? "当社の財務報告に係る内部統制は有効であると判断いたしました。"
          : `${c.segment(1)}事業における棚卸資産の実在性に関する統制に不備があり、開示すべき重要な不備に該当するため、当社の財務報告に係る内部統制は有効でないと判断いたしました。`,
      ),
    );
  },
  confirmation(out, c) {
    const surname = c.issuer.president.split(" ")[0] ?? "";
    const { start, end } = c.fiscalYear(c.now.year);
    out.add(
      1,
      "accuracy",
      "1【有価証券報告書の記載内容の適正性に関する事項】",
      paragraph(
        `代表取締役社長${surname}は、当社の第${c.term(c.now.year)}期（自 ${longDate(start)} 至 ${longDate(end)}）の有価証券報告書の記載内容が金融商品取引法令に基づき適正に記載されていることを確認いたしました。`,
      ),
    );
    out.add(1, "remarks", "2【特記事項】", paragraph("確認に当たり、特記すべき事項はありません。"));
  },
  forecast_revision(out, c, { variant }) {
    const up = c.random.chance(0.55);
    const factor = up ? 1.04 + c.random.next() * 0.2 : 0.72 + c.random.next() * 0.2;
    const old = [c.now.sales, c.now.operating, c.now.ordinary, c.now.net].map((amount) => Math.round(amount / 10) * 10);
    const next = old.map((amount, at) => Math.round((amount * (at === 0 ? 1 + (factor - 1) / 3 : factor)) / 10) * 10);
    out.add(
      1,
      "figures",
      "1．連結業績予想の修正",
      table(
        "",
        "百万円",
        ["", c.salesWord, "営業利益", "経常利益", "純利益"],
        [
          ["前回発表予想（A）", ...old.map(yen)],
          ["今回修正予想（B）", ...next.map(yen)],
          ["増減額（B－A）", ...next.map((amount, at) => yen(amount - (old[at] ?? 0)))],
          ["増減率（％）", ...next.map((amount, at) => percent(amount - (old[at] ?? 0), Math.abs(old[at] ?? 1)))],
        ],
      ),
    );
    out.add(
      1,
      "reason",
      "2．修正の理由",
      paragraph(
        up
          ? `${c.customer(variant)}向けの${c.product(variant)}の販売が想定を上回って推移し、${c.material(variant)}価格の上昇を販売価格に転嫁できたことから、前回予想を上回る見込みとなりました。`
          : `${c.customer(variant)}における在庫調整が長引き、${c.product(variant)}の出荷が第4四半期以降に繰り延べられたこと、及び${c.material(variant)}価格が想定を上回ったことから、前回予想を下回る見込みとなりました。`,
      ),
      ...elaborate(c, variant, 1),
    );
    if (variant % 2 === 0)
      out.add(
        1,
        "dividend",
        "3．配当予想の修正",
        paragraph(
          `期末配当予想を1株当たり${Math.max(1, Math.round((c.now.dividend / 2) * factor))}円に修正いたします。`,
        ),
      );
  },
  dividend_revision(out, c) {
    out.add(
      1,
      "contents",
      "1．配当の内容",
      table(
        "",
        "円",
        ["", "決定額", "直近の配当予想", "前期実績"],
        [
          [
            "1株当たり配当金",
            String(Math.ceil(c.now.dividend / 2) + 4),
            String(Math.ceil(c.now.dividend / 2)),
            String(Math.ceil(c.before.dividend / 2)),
          ],
        ],
      ),
    );
    out.add(
      1,
      "reason",
      "2．理由",
      paragraph(
        `${c.theme(0)}に係る投資が計画どおり進捗し、財務の健全性が確保されていることから、株主の皆様への還元を充実させるため増配するものであります。`,
      ),
    );
  },
  share_buyback(out, c, { variant, filedOn }) {
    const shares = Math.round(c.now.shares * 0.01);
    out.add(
      1,
      "contents",
      variant % 2 === 0 ? "1．取得に係る事項の内容" : "1．取得の状況",
      table(
        "",
        undefined,
        ["項目", "内容"],
        [
          ["取得対象株式の種類", "当社普通株式"],
          ["株式の総数", `${yen(shares)}千株（上限）`],
          ["株式の取得価額の総額", `${yen(Math.round(shares * 1.6))}百万円（上限）`],
          ["取得期間", `${longDate(addDays(filedOn, 1))}から${longDate(addDays(filedOn, 120))}まで`],
          ["取得方法", "市場買付け"],
        ],
      ),
    );
    out.add(
      1,
      "reason",
      "2．理由",
      paragraph(
        "資本効率の向上及び機動的な資本政策の遂行を図るためであります。",
        `政策保有株式の縮減により得た資金の一部を充当いたします。`,
      ),
    );
  },
  management_change(out, c, { filedOn }) {
    out.add(
      1,
      "change",
      "1．異動の内容",
      table(
        "",
        undefined,
        ["氏名", "新役職名", "旧役職名"],
        [
          ["久我 邦彦", "代表取締役社長", "取締役専務執行役員"],
          [c.issuer.president, "代表取締役会長", "代表取締役社長"],
        ],
      ),
    );
    out.add(
      1,
      "reason",
      "2．異動の理由",
      paragraph(
        `中期経営計画「${c.plan}」の達成に向け、${c.segment(0)}事業を率いてきた専務執行役員を後任とし、経営体制を若返らせるためであります。就任予定日は${longDate(addDays(filedOn, 40))}であります。`,
      ),
    );
  },
  acquisition_or_merger(out, c, { filedOn }) {
    out.add(
      1,
      "purpose",
      "1．合併の目的",
      paragraph(
        `${c.shortName}テクノ株式会社は${c.segment(1)}事業に属し、${c.product(1)}の設計を担ってまいりました。重複する機能を統合し、意思決定を迅速にするため吸収合併いたします。`,
      ),
    );
    out.add(
      1,
      "terms",
      "2．合併の要旨",
      paragraph(
        `合併の効力発生日は${longDate(addDays(filedOn, 95))}であります。当社を存続会社とする吸収合併方式であり、合併による新株式の発行及び合併交付金の支払いはありません。`,
      ),
    );
    out.add(
      1,
      "outlook",
      "3．今後の見通し",
      paragraph("完全子会社との合併であるため、連結業績に与える影響は軽微であります。"),
    );
  },
  other_timely_disclosure(out, c, { variant, filedOn }) {
    const topics: readonly (() => void)[] = [
      () =>
        out.add(
          1,
          "contents",
          "1．変更の内容",
          table(
            "",
            undefined,
            ["保有株式数", "変更前", "変更後"],
            [
              ["100株以上", `${c.product(0)}関連品2,000円相当`, "選択制カタログ1,500円相当"],
              ["1,000株以上", "5,000円相当", "6,000円相当（3年以上継続保有）"],
            ],
          ),
        ),
      () =>
        out.add(
          1,
          "contents",
          "1．譲渡の内容",
          paragraph(
            `${c.site(3)}の土地及び建物（帳簿価額${yen(Math.round(c.now.tangible * 0.02))}百万円）を${longDate(addDays(filedOn, 60))}に譲渡し、特別利益${yen(Math.round(c.now.tangible * 0.015))}百万円を計上する見込みであります。`,
          ),
        ),
      () =>
        out.add(
          1,
          "contents",
          "1．募集の概要",
          paragraph(
            `第三者割当により普通株式${yen(Math.round(c.now.shares * 0.04))}千株を発行し、手取金は${c.theme(0)}に係る設備投資に充当いたします。`,
          ),
        ),
      () =>
        out.add(
          1,
          "contents",
          "1．進捗の概要",
          paragraph(
            `中期経営計画「${c.plan}」の重点課題である${c.theme(0)}及び${c.theme(1)}は概ね計画どおり進捗しております。`,
          ),
          ...elaborate(c, variant, 2),
        ),
    ];
    topics[variant % 4]?.();
    out.add(
      1,
      "outlook",
      "2．今後の見通し",
      paragraph(
        `${c.now.year}年度の連結業績に与える影響は軽微であります。開示すべき事項が生じた場合には速やかにお知らせいたします。`,
      ),
    );
  },
  large_holding_report: holding,
  large_holding_change_report: holding,
  tender_offer_statement(out, c, { filedOn }) {
    out.add(
      1,
      "target",
      "第1【公開買付要項】",
      paragraph(`公開買付者は${c.shortName}ホールディングス準備株式会社（架空）、対象者は${c.issuer.name}であります。`),
    );
    out.add(
      2,
      "purpose",
      "1【買付け等の目的】",
      paragraph(
        `${c.theme(0)}に要する中長期の投資を機動的に行うため、対象者の株式を非公開化することを目的としております。`,
      ),
      ...elaborate(c, 0, 3),
    );
    out.add(
      2,
      "price",
      "2【買付け等の価格】",
      paragraph(
        `普通株式1株につき金${yen(Math.round(c.now.bps * 1.4))}円であり、公表日の前営業日の終値に対し${c.random.int(24, 48)}％のプレミアムを加えた価格であります。`,
      ),
      paragraph(`買付け等の期間は${longDate(filedOn)}から30営業日であります。`),
    );
  },
  securities_registration_statement(out, c) {
    out.add(
      1,
      "securities",
      "第一部【証券情報】",
      paragraph(`新規発行する普通株式は${yen(Math.round(c.now.shares * 0.04))}千株であります。`),
    );
    out.add(
      2,
      "terms",
      "第1【募集要項】",
      table(
        "",
        undefined,
        ["項目", "内容"],
        [
          ["発行価額の総額", `${yen(Math.round(c.now.shares * 0.06))}百万円`],
          ["資金の使途", `${c.site(1)}における設備投資`],
        ],
      ),
    );
    out.add(1, "incorporated", "第三部【追完情報】", ...elaborate(c, 1, 3));
  },
};

function periodic(out: Composer, c: Context, { quarter }: ShortDocument): void {
  const part = quarter === 0 ? 0.5 : quarter / 4;
  const of = (amount: number) => Math.round(amount * part);
  out.add(1, "part-one", "第一部【企業情報】");
  out.add(2, "overview", "第1【企業の概況】");
  out.add(
    3,
    "key-figures",
    "1【主要な経営指標等の推移】",
    table(
      "",
      "百万円",
      ["回次", "前中間連結会計期間", "当中間連結会計期間"],
      [
        [c.salesWord, yen(of(c.before.sales)), yen(of(c.now.sales))],
        ["経常利益", yen(of(c.before.ordinary)), yen(of(c.now.ordinary))],
        ["純資産額", yen(c.before.netAssets), yen(c.now.netAssets)],
      ],
    ),
  );
  out.add(2, "conditions", "第2【事業の状況】");
  out.add(
    3,
    "risks",
    "1【事業等のリスク】",
    paragraph(
      `前事業年度の有価証券報告書に記載した事業等のリスクについて、${c.random.chance(0.6) ? "重要な変更はありません" : `${c.material(0)}の調達に関する事項を追加しております`}。`,
    ),
  );
  out.add(
    3,
    "analysis",
    "2【経営者による財政状態、経営成績及びキャッシュ・フローの状況の分析】",
    paragraph(...c.economy),
    ...c.now.segments.map((segment, at) =>
      paragraph(
        `${segment.name}事業の売上高は${yen(of(segment.sales))}百万円（${change(segment.sales, c.before.segments[at]?.sales ?? 0)}）となりました。${c.customer(at)}向けは${c.demand(at)}状況にあります。`,
      ),
    ),
    ...elaborate(c, 0, 4),
    ...elaborate(c, 1, 4),
  );
  out.add(
    2,
    "financials",
    "第4【経理の状況】",
    table(
      "中間連結損益計算書",
      "百万円",
      ["科目", "前中間", "当中間"],
      [
        [c.salesWord, yen(of(c.before.sales)), yen(of(c.now.sales))],
        ["営業利益", yen(of(c.before.operating)), yen(of(c.now.operating))],
        ["純利益", yen(of(c.before.net)), yen(of(c.now.net))],
      ],
    ),
    notes("期中レビューを受けております。"),
  );
}

function holding(out: Composer, c: Context, { kind, variant, filedOn }: ShortDocument): void {
  const holder =
    ["ハルニレ投資顧問株式会社（架空）", "アケボノ・キャピタル合同会社（架空）", "みそら生命保険相互会社（架空）"][
      variant % 3
    ] ?? "";
  const share = c.random.int(51, 128) / 10;
  out.add(
    1,
    "issuer",
    "第1【発行者に関する事項】",
    table(
      "",
      undefined,
      ["項目", "内容"],
      [
        ["発行者の名称", c.issuer.name],
        ["証券コード", c.issuer.securityCode],
      ],
    ),
  );
  out.add(
    1,
    "holder",
    "第2【提出者に関する事項】",
    table(
      "",
      undefined,
      ["項目", "内容"],
      [
        ["氏名又は名称", holder],
        ["保有目的", c.random.pick(["純投資", "投資及び状況に応じて重要提案行為等を行うこと", "政策投資"])],
        ["報告義務発生日", longDate(addDays(filedOn, -5))],
      ],
    ),
    table(
      "",
      "％",
      ["区分", "株券等保有割合"],
      kind === "large_holding_report"
        ? [["今回", share.toFixed(2)]]
        : [
            ["今回", share.toFixed(2)],
            ["直前の報告書に記載された割合", (share + c.random.int(-19, 19) / 10).toFixed(2)],
          ],
    ),
  );
}
