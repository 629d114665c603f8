import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyText } from "../text/testing/any-text.ts";
import { seal, UnsealError, unseal } from "./sealing.ts";
import { secretVersions } from "./secrets.ts";

const [old, young] = [secretVersions(["o".repeat(32)]), secretVersions(["y".repeat(32)])];
const context = { owner: "own_1", purpose: "api-key" };

describe("sealing", () => {
  it("opens to what was sealed, whatever it was", () => {
    fc.assert(
      fc.property(anyText(), fc.string(), (plain, owner) => {
        const sealed = seal(plain, { owner, purpose: "p" }, young);
        expect(unseal(sealed, { owner, purpose: "p" }, young)).toBe(plain.toWellFormed());
      }),
    );
  });

  it("does not open for another owner, another purpose, or a shifted border between the two", () => {
    const sealed = seal("hk_secret", { owner: "ab", purpose: "c" }, young);
    for (const other of [
      { owner: "x", purpose: "c" },
      { owner: "ab", purpose: "x" },
      { owner: "a", purpose: "bc" },
      { owner: 'ab","c', purpose: "" },
    ]) {
      expect(() => unseal(sealed, other, young)).toThrow(UnsealError);
    }
  });

  it("does not open when any of its bytes was changed", () => {
    const sealed = seal("hk_secret", context, young);
    const [format, id, iv, body = ""] = sealed.split(".");
    const bytes = Buffer.from(body, "base64url");
    for (let at = 0; at < bytes.length; at++) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 1;
      const forged = [format, id, iv, changed.toString("base64url")].join(".");
      expect(() => unseal(forged, context, young)).toThrow(UnsealError);
    }
    for (const garbled of ["", "s1", "s1.x.y.z", sealed.slice(0, -4), `s2${sealed.slice(2)}`]) {
      expect(() => unseal(garbled, context, young)).toThrow(UnsealError);
    }
  });

  it("never gives the same bytes twice, and never the plain text", () => {
    const sealed = Array.from({ length: 100 }, () => seal("hk_secret", context, young));
    expect(new Set(sealed).size).toBe(100);
    expect(sealed.some((each) => Buffer.from(each.split(".")[3] ?? "", "base64url").includes("hk_secret"))).toBe(false);
  });

  it("opens what an older secret sealed, until that secret is dropped", () => {
    const sealed = seal("hk_secret", context, old);
    expect(unseal(sealed, context, [...young, ...old])).toBe("hk_secret");
    expect(() => unseal(sealed, context, young)).toThrow(UnsealError);
  });

  it("has an error text that reveals nothing of the value", () => {
    expect(new UnsealError().message).toBe("a sealed value does not open");
  });
});
