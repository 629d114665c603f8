import { describe, expect, it } from "vitest";
import { api } from "../routes.ts";
import { messagesIn } from "./locale.server.ts";
import { knownWordFiles } from "./word-file.ts";
import { wordFile, wordFileAnswer } from "./word-files.server.ts";
import { locales } from "./words.ts";

const nameOf = (address: string): string => address.slice(api.words("").length);

describe("words that have an address of their own", () => {
  it.each(locales)("are those of the frame in %s, named after what they say", async (locale) => {
    const address = await wordFile(locale, "frame");
    const text = knownWordFiles().get(address);
    expect(JSON.parse(text ?? "")).toEqual(
      await messagesIn(locale, ["frame", "errors", "keys", "lookup", "cost", "standing"]),
    );
    expect(await wordFileAnswer(nameOf(address))).toEqual({ text, isCurrent: true });
    expect(await wordFile(locale, "first-frame")).not.toBe(address);
    expect(await wordFile(locale, "frame")).toBe(address);
  });

  it("differ in their address from language to language", async () => {
    const addresses = await Promise.all(locales.map((locale) => wordFile(locale, "frame")));
    expect(new Set(addresses).size).toBe(locales.length);
  });

  it("of another build are answered with those of this one, which nobody is to keep", async () => {
    const { text } = (await wordFileAnswer(nameOf(await wordFile("ja", "frame")))) ?? {};
    expect(await wordFileAnswer("frame.ja.AAAAAAAAAAAAAAAA")).toEqual({ text, isCurrent: false });
  });

  it.each(["", "frame", "frame.de.x", "account.en.x", "__proto__.en.x", "frame.__proto__.x", "../frame.en.x"])(
    "are not answered for %j",
    async (name) => {
      expect(await wordFileAnswer(name)).toBeUndefined();
    },
  );
});
