import { describe, expect, it } from "vitest";
import { isPublicAddress } from "../../upstream/public-address.ts";
import { webhookAddress } from "./webhook-address.ts";

describe("a public address", () => {
  it.each(["8.8.8.8", "203.0.112.1", "172.32.0.1", "100.128.0.1", "2606:4700:4700::1111", "2a00:1450:4001:82a::200e"])(
    "is %s",
    (address) => expect(isPublicAddress(address)).toBe(true),
  );
  it.each([
    ...["0.0.0.0", "10.0.0.1", "100.64.0.1", "127.0.0.1", "127.255.255.254", "169.254.169.254", "172.16.0.1"],
    ...["172.31.255.255", "192.168.1.1", "192.0.2.1", "198.18.0.1", "224.0.0.1", "255.255.255.255"],
    ...["::", "::1", "fe80::1", "fe80::1%eth0", "fc00::1", "fd12:3456::1", "ff02::1", "2001:db8::1", "2002:7f00:1::"],
    ...["::ffff:127.0.0.1", "::ffff:7f00:1", "::ffff:8.8.8.8", "::127.0.0.1", "64:ff9b::7f00:1", "2001:0:7f00:1::"],
    ...["", "localhost", "not an address", "1.2.3"],
  ])("is not %s", (address) => expect(isPublicAddress(address)).toBe(false));
});

describe("the address of a webhook", () => {
  it("is https, without user or password, and its fragment is left out", () => {
    expect(webhookAddress(" https://receiver.example/hook?a=1#part ", "public")).toEqual({
      address: "https://receiver.example/hook?a=1",
    });
  });
  it.each([
    ["nothing", "not_an_address"],
    ["http://receiver.example/", "not_https"],
    ["file:///etc/passwd", "not_https"],
    ["https://me:secret@receiver.example/", "has_credentials"],
    ["https://127.0.0.1/", "not_public"],
    // Other spellings of 127.0.0.1.
    ["https://2130706433/", "not_public"],
    ["https://0x7f.1/", "not_public"],
    ["https://127.1./", "not_public"],
    ["https://[::1]/", "not_public"],
    ["https://[::ffff:127.0.0.1]/", "not_public"],
    ["https://localhost/", "not_public"],
    ["https://printer.local/", "not_public"],
    ["https://intranet/", "not_public"],
    [`https://receiver.example/${"a".repeat(2000)}`, "not_an_address"],
  ])("is not %s", (text, fault) => expect(webhookAddress(text, "public")).toEqual({ fault }));
  it("may be plain and private where the operator allows it", () => {
    expect(webhookAddress("http://127.0.0.1:9/x", "any")).toEqual({ address: "http://127.0.0.1:9/x" });
  });
});
