import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import iconv from "iconv-lite";
import { expect, test } from "vitest";
import { makeZip } from "../testing/make-zip.ts";
import { withSamples } from "../testing/samples.ts";
import { CompanyBook, issuersOf, readCodeList } from "./codes.ts";

const list = `ダウンロード実行日,2026年10月31日現在,件数,3件\r
ＥＤＩＮＥＴコード,提出者種別,上場区分,連結の有無,資本金,決算日,提出者名,提出者名（英字）,提出者名（ヨミ）,所在地,提出者業種,証券コード,提出者法人番号\r
"E90001","内国法人・組合","上場","有","1491","5月31日","株式会社　髙﨑見本","Takasaki Sample Co., Ltd.","タカサキミホン","前橋市","水産・農林業","99990","5070001000715"\r
"E90002","内国法人・組合","上場","有","10","3月31日","英字符号株式会社","","","","","130A0",""\r
"E90003","個人","","","","","見本太郎","","","","","",""\r
`;
const folder = mkdtempSync(join(tmpdir(), "hiraku-codes-"));

test("the list is read as published: CP932, a line before the header, plain or in a ZIP", async () => {
  const bytes = iconv.encode(list, "cp932");
  writeFileSync(join(folder, "codes.csv"), bytes);
  writeFileSync(join(folder, "codes.zip"), makeZip([{ name: "EdinetcodeDlInfo.csv", data: bytes }]));
  const lines = await readCodeList(join(folder, "codes.csv"));
  expect(await readCodeList(join(folder, "codes.zip"))).toEqual(lines);
  expect(lines).toHaveLength(3);
  expect(lines[0]).toMatchObject({
    edinetCode: "E90001",
    name: "株式会社　髙﨑見本",
    securityCode: "9999",
    sector: "水産・農林業",
  });
});

test("issuers are those with a security code; letters in it are kept, blanks are unknown", async () => {
  writeFileSync(join(folder, "codes.csv"), iconv.encode(list, "cp932"));
  const issuers = issuersOf(await readCodeList(join(folder, "codes.csv")));
  expect(issuers.map((issuer) => issuer.securityCode)).toEqual(["9999", "130A"]);
  expect(issuers[1]).toMatchObject({ nameEn: null, nameKana: null, market: null, corporateNumber: null });
});

test("the list of companies is kept over restarts", async () => {
  const file = join(folder, "book", "companies.json");
  writeFileSync(join(folder, "codes.csv"), iconv.encode(list, "cp932"));
  new CompanyBook(file).replace(await readCodeList(join(folder, "codes.csv")));
  const book = new CompanyBook(file);
  expect(book.find("E90001")).toEqual({ name: "株式会社　髙﨑見本", securityCode: "9999" });
  expect(book.find("E90003")).toEqual({ name: "見本太郎", securityCode: undefined });
  expect(book.nameOf("130A")).toBe("英字符号株式会社");
  expect(book.find("E00000")).toBeUndefined();
});

test("another file is refused with a message", async () => {
  writeFileSync(join(folder, "other.csv"), "a,b,c\n1,2,3\n");
  await expect(readCodeList(join(folder, "other.csv"))).rejects.toThrow(/no EDINET code list/);
});

withSamples((sample) => {
  test("the real list has 10,669 filers", async () => {
    const lines = await readCodeList(sample("codes/edinet-codes-2023-10-31.zip"));
    expect(lines).toHaveLength(10_669);
    expect(issuersOf(lines).find((issuer) => issuer.securityCode === "7974")).toMatchObject({
      nameEn: "Nintendo Co., Ltd.",
      edinetCode: "E02367",
    });
  });
});
