import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { readDecimal, readPlainDecimal } from "./decimal.ts";
import { readNumber, readText } from "./transforms.ts";

describe("exact decimals", () => {
  it.each([
    ["1671865", 6, false, "1671865000000"],
    ["19.4", -2, false, "0.194"],
    ["0.5", -2, false, "0.005"],
    ["1012.50", 0, false, "1012.5"],
    ["56", 6, true, "-56000000"],
    ["0", 6, true, "0"],
    ["12345678901234567890", 6, false, "12345678901234567890000000"],
    ["1.5", 3, false, "1500"],
  ])("%s shifted by %i (negative: %s) is %s", (digits, scale, negative, value) => {
    expect(readDecimal(digits, scale, negative)).toBe(value);
  });

  it("shift there and back without losing a digit", () => {
    const number = fc.record({
      digits: fc.bigInt({ min: 1n, max: 10n ** 20n }),
      scale: fc.integer({ min: -9, max: 9 }),
    });
    fc.assert(
      fc.property(number, ({ digits, scale }) => {
        const there = readDecimal(String(digits), scale, false) ?? "";
        expect(readDecimal(there, -scale, false)).toBe(String(digits));
      }),
    );
  });

  it.each([
    ["1E3", "1000"],
    ["-.5", "-0.5"],
    ["+7", "7"],
    ["1e999", undefined],
    ["", undefined],
    ["INF", undefined],
  ])("of a plain instance: %s is %s", (text, value) => {
    expect(readPlainDecimal(text)).toBe(value);
  });
});

test.each([
  ["1,234.5", "ixt:numdotdecimal", "1234.5"],
  ["１，２３４", "ixt:num-dot-decimal", "1234"],
  ["1.234,5", "ixt:numcommadecimal", "1234.5"],
  ["1,234円56銭", "ixt:numunitdecimal", "1234.56"],
  ["12円5銭", "ixt:num-unit-decimal", "12.05"],
  ["－", "ixt:numdash", "0"],
  ["－", "ixt:fixed-zero", "0"],
  ["1234", undefined, "1234"],
  ["十二", "ixt:numdotdecimal", undefined],
  ["1", "ixt:unheard-of", undefined],
])("%s as %s is %s", (shown, format, digits) => {
  expect(readNumber(shown, format)).toBe(digits);
});

test.each([
  ["2024年３月６日", "ixt:dateyearmonthdaycjk", "2024-03-06"],
  ["令和６年３月", "ixt:dateerayearmonthjp", "2024-03"],
  ["平成元年1月8日", "ixt:date-jpn-era-year-month-day", "1989-01-08"],
  ["R6.3.6", "ixt:dateerayearmonthdayjp", "2024-03-06"],
  ["未定", "ixt:dateyearmonthdaycjk", "未定"],
  ["有", "ixt:booleantrue", "true"],
  ["", "ixt:fixed-false", "false"],
  ["見本　株式会社", undefined, "見本 株式会社"],
])("%s as %s is %s", (shown, format, text) => {
  expect(readText(shown, format)).toBe(text);
});
