import { addDays, longDate } from "../calendar.ts";
import { percent, yen } from "../figures.ts";
import { type Composer, paragraph, table } from "./compose.ts";
import type { Context } from "./context.ts";
import { elaborate } from "./elaborate.ts";
import type { ShortDocument } from "./short-kinds.ts";

/** Timely disclosures: what a company tells the market on the day that it decides. */

export function forecastRevision(out: Composer, c: Context, { variant }: ShortDocument): void {
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
      ["", c.terms.sales, c.terms.operating, c.terms.ordinary, c.terms.net],
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
      paragraph(`期末配当予想を1株当たり${Math.max(1, Math.round((c.now.dividend / 2) * factor))}円に修正いたします。`),
    );
}

export function dividendRevision(out: Composer, c: Context): void {
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
}

export function shareBuyback(out: Composer, c: Context, { variant, filedOn }: ShortDocument): void {
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
}

export function managementChange(out: Composer, c: Context, { filedOn }: ShortDocument): void {
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
}

export function merger(out: Composer, c: Context, { filedOn }: ShortDocument): void {
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
}

export function otherNotice(out: Composer, c: Context, { variant, filedOn }: ShortDocument): void {
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
}
