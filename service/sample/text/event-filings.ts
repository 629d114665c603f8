import { addDays, longDate } from "../calendar.ts";
import { yen } from "../figures.ts";
import { type Composer, paragraph, table } from "./compose.ts";
import type { Context } from "./context.ts";
import { elaborate } from "./elaborate.ts";
import type { ShortDocument } from "./short-kinds.ts";

/** What is filed because something happened: to the company, or to its shares. */

export function extraordinaryReport(out: Composer, c: Context, { variant, filedOn }: ShortDocument): void {
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
}

export function holding(out: Composer, c: Context, { kind, variant, filedOn }: ShortDocument): void {
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

export function tenderOffer(out: Composer, c: Context, { filedOn }: ShortDocument): void {
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
}

export function securitiesRegistration(out: Composer, c: Context): void {
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
}
