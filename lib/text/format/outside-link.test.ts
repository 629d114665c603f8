import { describe, expect, it } from "vitest";
import { outsideLink } from "./outside-link.ts";

describe("an address from outside", () => {
  it.each([
    ["https://example.com/a?b=1#c", "https://example.com/a?b=1#c"],
    ["http://example.com", "http://example.com/"],
    ["https://example.com/@user", "https://example.com/@user"],
    ["https://example.com/?mail=a@b.example", "https://example.com/?mail=a@b.example"],
  ])("is linked: %s", (address, href) => expect(outsideLink(address)).toBe(href));

  it.each([
    null,
    "",
    "https://user:pw@host.example",
    "https://user@host.example/",
    "https://:pw@host.example/",
    "https://@host.example/",
    "https:\\\\user:pw@host.example",
    "https:/user@host.example",
    "https:user:pw@host.example",
    "HTTPS://bank.example%2F@evil.example/",
    "javascript:alert(1)",
    "data:text/html,x",
    "//host.example",
    "ftp://host.example",
    "https://",
    " https://user:pw@host.example",
  ])("is not linked: %j", (address) => expect(outsideLink(address)).toBeUndefined());
});
