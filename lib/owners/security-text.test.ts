import { expect, test } from "vitest";
import { readSettings } from "../settings.ts";
import { securityText } from "./security-text.ts";

const contact = "mailto:security@example.com";

test("security.txt names the contact of the settings and expires half a year after each request", async () => {
  const settings = readSettings({ HIRAKU_SECURITY_CONTACT: contact, HIRAKU_PUBLIC_URL: "https://hiraku.example" });
  const answer = securityText(settings, new Date("2026-11-26T00:00:00Z"));
  expect(answer.headers.get("content-type")).toBe("text/plain; charset=utf-8");
  expect(await answer.text()).toBe(
    `Contact: ${contact}\nExpires: 2027-05-25T00:00:00.000Z\nPreferred-Languages: en, ja\nCanonical: https://hiraku.example/.well-known/security.txt\n`,
  );
});

test("without a contact there is no such file", () => {
  expect(() => securityText(readSettings({}), new Date())).toThrow("not_found");
});
