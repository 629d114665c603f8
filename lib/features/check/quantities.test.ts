import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { agreementOf, amountsIn, evenText, exactOf, shifted, writeExact } from "./quantities.ts";

const read = (text: string) => amountsIn(evenText(text)).map(({ exact, unit }) => `${writeExact(exact)} ${unit}`);

test.each([
  ["1兆6,284億円", "1628400000000 yen"],
  ["12億3,456万円", "1234560000 yen"],
  ["１，６２８百万円", "1628000000 yen"],
  ["¥1.6 trillion", "1600000000000 yen"],
  ["JPY 1,628 million", "1628000000 yen"],
  ["¥1,628bn", "1628000000000 yen"],
  ["売上は△3.2%", "-3.2 percent"],
  ["▲1,234千円", "-1234000 yen"],
  ["利益は-12億円", "-1200000000 yen"],
  ["1.4倍", "1.4 times"],
  ["0.5ポイント", "0.5 points"],
  ["7,724人", "7724 persons"],
  ["322,443千株", "322443000 shares"],
])("%s is %s", (text, amount) => {
  expect(read(text)).toEqual([amount]);
});

test.each(["2024年3月期", "第12回", "ABC123", "3つの課題", "2.1.4", "平成30年度"])("%s is no amount", (text) => {
  expect(read(text)).toEqual([]);
});

describe("two amounts agree", () => {
  test("where the shorter one is the longer one rounded or cut, and nowhere else", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 10n ** 15n }), fc.integer({ min: 1, max: 8 }), (digits, by) => {
        const filed = { digits, power: 0 };
        const step = 10n ** BigInt(by);
        const short = (count: bigint) => agreementOf({ digits: count, power: by }, filed);
        const cut = digits / step;
        expect(["same", "rounded"]).toContain(short(cut));
        expect(short(cut + 2n)).toBe("other");
        expect(short(cut + 1n) === "rounded").toBe((digits % step) * 2n >= step);
      }),
    );
  });

  test("whatever scale they are written in", () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n }),
        fc.integer({ min: -4, max: 9 }),
        (digits, power) => {
          const exact = { digits, power };
          expect(agreementOf(exact, exactOf(writeExact({ digits: digits < 0n ? -digits : digits, power })))).toBe(
            digits < 0n ? "other" : "same",
          );
          expect(agreementOf(shifted(exact, 3), { digits: digits * 1000n, power })).toBe("same");
        },
      ),
    );
  });
});

test("an amount in any text has a place in it, and no text is too strange", () => {
  const pieces = fc.constantFrom(
    "1,234",
    "5",
    "兆",
    "億",
    "百万",
    "円",
    "△",
    "(",
    ")",
    "¥",
    "-",
    " ",
    ".",
    "%",
    "年",
    "a",
    "million",
    "、",
  );
  fc.assert(
    fc.property(
      fc.array(pieces, { maxLength: 40 }).map((all) => all.join("")),
      (text) => {
        let after = 0;
        for (const { start, end } of amountsIn(evenText(text), { bare: true })) {
          expect(start).toBeGreaterThanOrEqual(after - 1);
          expect(end).toBeGreaterThan(start);
          after = end;
        }
        expect(after).toBeLessThanOrEqual(text.length);
      },
    ),
  );
});
