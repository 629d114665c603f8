import fc from "fast-check";
import { expect, test } from "vitest";
import { purchaseKinds } from "../../text/purchase-kinds.ts";
import { bodyBytesMax } from "./purchasables.ts";

const unknown = { characters: null, byteSize: null };

test("no body may exceed a gibibyte, whatever a service announces", () => {
  fc.assert(
    fc.property(fc.constantFrom(...purchaseKinds), fc.nat(), fc.nat(), (kind, characters, byteSize) => {
      expect(bodyBytesMax(kind, { characters, byteSize })).toBeLessThanOrEqual(1024 ** 3);
      expect(bodyBytesMax(kind, unknown)).toBeLessThanOrEqual(256 * 1024 ** 2);
    }),
  );
});

test("a text of the announced length always fits, even with every character escaped and repeated", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 500_000 }), (characters) => {
      const most = characters * 12 * 2;
      expect(bodyBytesMax("content", { characters, byteSize: null })).toBeGreaterThan(most);
      expect(bodyBytesMax("sections", { characters, byteSize: null })).toBeGreaterThan(most);
    }),
  );
});

test("a file of the announced size fits, and one a hundred times as large does not", () => {
  const byteSize = 20 * 1024 * 1024;
  const bound = bodyBytesMax("original", { characters: null, byteSize });
  expect(bound).toBeGreaterThan(byteSize * 2);
  expect(bound).toBeLessThan(byteSize * 3);
});
