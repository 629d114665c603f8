import { describe, expect, it } from "vitest";
import { industryName, marketName } from "./market-names.ts";

describe("English names of markets and industries", () => {
  it("are told for the segments, alone or behind their exchange", () => {
    expect(marketName("プライム")).toBe("Prime");
    expect(marketName("東証グロース市場")).toBe("Tokyo Growth");
    expect(marketName("スタンダード市場")).toBe("Standard");
  });

  it("are told for an industry in any width of its characters", () => {
    expect(industryName("情報・通信業")).toBe("Information and communication");
    expect(industryName("情報･通信業")).toBe("Information and communication");
    expect(industryName("証券、商品先物取引業")).toBe("Securities and commodity futures");
  });

  it("are not guessed for other names", () => {
    expect(marketName("火星")).toBeUndefined();
    expect(marketName("東証火星")).toBeUndefined();
    expect(industryName("宇宙業")).toBeUndefined();
  });
});
