import { describe, expect, it } from "vitest";
import { browserFromHeader, browserNameOf } from "./browser-name.ts";

const webkit = "AppleWebKit/537.36 (KHTML, like Gecko)";

describe("the browser of a session", () => {
  it.each([
    [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/140.0.0.0 Safari/537.36`, "Chrome/Windows"],
    [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/140.0 Safari/537.36 Edg/140.0`, "Edge/Windows"],
    ["Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox/Linux"],
    ["Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15) AppleWebKit/605 Version/18.0 Safari/605", "Safari/macOS"],
    ["Mozilla/5.0 (iPhone; CPU iPhone OS 18 like Mac OS X) AppleWebKit/605 CriOS/140.0 Mobile", "Chrome/iPhone"],
    [`Mozilla/5.0 (Linux; Android 15) ${webkit} SamsungBrowser/28.0 Chrome/130.0 Mobile`, "Samsung Internet/Android"],
    ["curl/8.5.0", "curl/"],
    ["something else", null],
    [`${"x".repeat(2000)} Firefox/1`, null],
    [undefined, null],
  ])("of %j is kept as %j", (header, kept) => expect(browserFromHeader(header)).toBe(kept));

  it("is read back in two words", () => {
    expect(browserNameOf("Firefox/Linux")).toEqual({ browser: "Firefox", system: "Linux" });
    expect(browserNameOf(null)).toBeUndefined();
  });
});
