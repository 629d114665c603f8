import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { amountTitle, filedInteger, fileSize, unitFactor, yenInMyriads, yenInWords } from "./amounts.ts";

describe("amounts", () => {
  test("figures are read as filed, with every form of minus sign", () => {
    expect(["1,234", "△1,234", "▲ 1,234", "(1,234)", "－1,234", "１２３"].map(filedInteger)).toEqual([
      1234n,
      -1234n,
      -1234n,
      -1234n,
      -1234n,
      123n,
    ]);
    expect(["12.3", "(1,234", "1,23", "－", "※1,234", ""].map(filedInteger)).toEqual(Array(6).fill(undefined));
  });

  test("units of money are known, others are not", () => {
    expect(["（単位：百万円）", "千円", "(単位:円)", "十億円"].map(unitFactor)).toEqual([
      1_000_000n,
      1_000n,
      1n,
      1_000_000_000n,
    ]);
    expect(["％", "株", "百万ドル"].map(unitFactor)).toEqual([undefined, undefined, undefined]);
  });

  test("億 and 兆 lose no yen", () => {
    expect(amountTitle("△1,234", "百万円", "ja")).toBe("△12億3,400万円");
    expect(yenInMyriads(1_000_000_000_001n)).toBe("1兆1円");
    expect(yenInMyriads(0n)).toBe("0円");
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 17n }), (yen) => {
        const read = /^(?:([\d,]+)兆)?(?:([\d,]+)億)?(?:([\d,]+)万)?([\d,]+)?円$/u.exec(yenInMyriads(yen));
        const [, cho, oku, man, one] = (read ?? []).map((part) => BigInt((part ?? "0").replace(/\D/g, "") || "0"));
        expect((cho ?? 0n) * 10n ** 12n + (oku ?? 0n) * 10n ** 8n + (man ?? 0n) * 10n ** 4n + (one ?? 0n)).toBe(yen);
      }),
    );
  });

  test("English words round at three decimals", () => {
    expect(yenInWords(-1_234_500_000n)).toBe("−¥1.235 billion");
    expect(yenInWords(2_000_000n)).toBe("¥2 million");
    expect(yenInWords(999_999n)).toBe("¥999,999");
  });

  test("sizes of files", () => {
    expect([812, 48_200, 999_600, 3_240_000].map(fileSize)).toEqual(["812 B", "48 kB", "1.0 MB", "3.2 MB"]);
  });
});
