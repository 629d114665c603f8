import { expect, test } from "vitest";
import { lookupOptions } from "./options";

const origin = "https://hiraku.example";
const match = (security_code: string) => ({
  issuer: { security_code, name: "海鳴精機株式会社", name_en: null, name_kana: null },
  nameRange: null,
  nameEnRange: null,
});
const kinds = (text: string, codes: string[] = []) =>
  lookupOptions(text, codes.map(match), origin).map((option) => `${option.kind} ${option.href}`);

test("a pasted id offers its document and no full-text search", () => {
  expect(kinds("S100ZX4K")).toEqual(["target /documents/S100ZX4K"]);
});

test("a code offers its issuer once, named where the name is known", () => {
  expect(kinds("971a0")).toEqual(["target /issuers/971A", "search /search?q=971a0"]);
  expect(kinds("971A", ["971A"])).toEqual(["issuer /issuers/971A", "search /search?q=971A"]);
});

test("a name offers issuers, then the full-text search, which spends nothing by being opened", () => {
  expect(kinds("海鳴", ["971A"])).toEqual(["issuer /issuers/971A", `search /search?q=${encodeURIComponent("海鳴")}`]);
  expect(kinds("  ")).toEqual([]);
});
