import fc from "fast-check";
import { expect, test } from "vitest";
import { isWellFormedKey, isWellFormedOperatorKey, newApiKey, newOperatorKey, secretHashOf } from "./api-key.ts";

test("a key is hk_ and 40 base62 characters", () => {
  for (let i = 0; i < 200; i++) expect(newApiKey()).toMatch(/^hk_[0-9A-Za-z]{40}$/);
});

test("a new key passes its own check", () => {
  for (let i = 0; i < 200; i++) expect(isWellFormedKey(newApiKey())).toBe(true);
});

test("an operator's key has a form of its own, which is no other key's", () => {
  for (let i = 0; i < 200; i++) {
    const key = newOperatorKey();
    expect(key).toMatch(/^hko_[0-9A-Za-z]{40}$/);
    expect([isWellFormedOperatorKey(key), isWellFormedKey(key)]).toEqual([true, false]);
    expect(isWellFormedOperatorKey(newApiKey().replace("hk_", "hko_0"))).toBe(false);
  }
  expect(isWellFormedOperatorKey(newApiKey())).toBe(false);
});

test("one changed character fails the check", () => {
  const key = newApiKey();
  fc.assert(
    fc.property(fc.integer({ min: 3, max: 42 }), fc.constantFrom(..."0123456789ABCxyz"), (at, character) => {
      fc.pre(key[at] !== character);
      expect(isWellFormedKey(key.slice(0, at) + character + key.slice(at + 1))).toBe(false);
    }),
  );
});

test("similar texts that are no keys don't pass", () => {
  fc.assert(fc.property(fc.string({ maxLength: 60 }), (text) => !isWellFormedKey(text)));
});

test("a key is kept as its SHA-256", () => {
  expect(secretHashOf("abc").toString("hex")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
});
