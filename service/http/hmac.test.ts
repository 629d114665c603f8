import { createHmac, randomBytes } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { anyText } from "../../lib/text/testing/any-text.ts";
import { createHmacSha256 } from "./hmac.ts";

test("signs as Node's own does, whatever the secret's length and the message", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 200 }), anyText({ maxLength: 300 }), (length, message) => {
      const secret = randomBytes(length);
      const sign = createHmacSha256(secret);
      sign("another message before");
      expect(sign(message)).toEqual(createHmac("sha256", secret).update(message).digest());
    }),
  );
});
