import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { foldForLookup, IssuerIndex, type KnownIssuer } from "./issuer-index.ts";

describe("issuers seen", () => {
  const issuer = (security_code: string, name: string, name_en: string, name_kana: string): KnownIssuer => ({
    security_code,
    name,
    name_en,
    name_kana,
  });
  const seen = [
    issuer("971A", "海鳴精機株式会社", "Uminari Seiki Co., Ltd.", "ウミナリセイキ"),
    issuer("929A", "海燕汽船株式会社", "Kaien Steamship", "カイエンキセン"),
    issuer("9031", "株式会社北浜ガラス", "Kitahama Glass", "キタハマガラス"),
  ];
  const index = () => {
    const made = new IssuerIndex<KnownIssuer>();
    made.learn(seen);
    return made;
  };
  const codes = (question: string) =>
    index()
      .search(question, 10)
      .map(({ issuer: { security_code } }) => security_code);

  test("are found by code, name, kana of either kind, and English", () => {
    expect(codes("971")).toEqual(["971A"]);
    expect(codes("海")).toEqual(["929A", "971A"]);
    expect(codes("うみな")).toEqual(["971A"]);
    expect(codes("ｳﾐﾅ")).toEqual(["971A"]);
    expect(codes("uminari s")).toEqual(["971A"]);
    expect(codes("㈱北浜")).toEqual(["9031"]);
    expect(codes("zzz")).toEqual([]);
    const old = new IssuerIndex<KnownIssuer>();
    old.learn([issuer("8888", "髙嶋商事株式会社", "Takashima", "タカシマショウジ")]);
    expect(old.search("高嶋", 5)).toHaveLength(1);
  });

  test("the match in a name is given by offsets in the original name", () => {
    const [match] = index().search("ガラス", 1);
    expect(match?.nameRange).toEqual([6, 9]);
    const wide = new IssuerIndex<KnownIssuer>();
    wide.learn([issuer("9999", "ＡＢＣ㍿", "ABC", "エービーシー")]);
    expect(wide.search("bc", 1)[0]?.nameRange).toEqual([1, 3]);
  });

  test("a query that begins with a completely answered one needs no request", () => {
    const made = index();
    expect(made.knows("う")).toBe(false);
    made.answered("う", [seen[0] as KnownIssuer], true);
    expect(made.knows("うみ")).toBe(true);
    expect(made.knows("ウミナ")).toBe(true);
    expect(made.knows("か")).toBe(false);
    made.answered("か", [seen[1] as KnownIssuer], false);
    expect(made.knows("かい")).toBe(false);
  });

  test("a query that the service matched by a rule of its own is asked again, one that it did not match is not", () => {
    const made = index();
    made.answered("x", [seen[0] as KnownIssuer], true);
    expect(made.knows("xy")).toBe(false);
    made.answered("q", [], true);
    expect(made.knows("qr")).toBe(true);
  });

  test("every issuer is found by every prefix of its name", () => {
    const name = fc.string({ unit: fc.constantFrom(..."海鳴ウミうみAbｶﾞ１ー・ "), minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(name, fc.nat(), (text, cut) => {
        fc.pre(foldForLookup(text) !== "");
        const made = new IssuerIndex<KnownIssuer>();
        made.learn([issuer("1234", text, "", "")]);
        const beginning = text.slice(0, 1 + (cut % text.length));
        fc.pre(foldForLookup(beginning) !== "" && foldForLookup(text).startsWith(foldForLookup(beginning)));
        expect(made.search(beginning, 5)).toHaveLength(1);
      }),
    );
  });
});
