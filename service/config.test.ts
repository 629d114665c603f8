import { expect, test } from "vitest";
import { SettingError } from "../lib/kit/settings/settings.ts";
import { readConfig } from "./config.ts";

test("every setting has a valid default", () => {
  expect(() => readConfig({})).not.toThrow();
});

test("the defaults are those that scripts rely on", () => {
  const config = readConfig({});
  expect(config).toMatchObject({ host: "127.0.0.1", port: 8787, publicUrl: "", logLevel: "info", metricsPort: "off" });
  expect(config.data).toMatch(/\/\.data$/);
  expect(config.contentTiers).toEqual([
    { max_characters: 10_000, credits: 2 },
    { max_characters: 50_000, credits: 4 },
    { max_characters: null, credits: 8 },
  ]);
});

test.each([
  ["HIRAKU_API_PORT", "http"],
  ["HIRAKU_API_PORT", "65536"],
  ["HIRAKU_API_PORT", "-1"],
  ["HIRAKU_API_HOST", "a b"],
  ["HIRAKU_API_PUBLIC_URL", "example.com"],
  ["HIRAKU_API_PUBLIC_URL", "ftp://example.com"],
  ["HIRAKU_API_PUBLIC_URL", "https://example.com/?a"],
  ["HIRAKU_CONTENT_TIERS", "10000:2"],
  ["HIRAKU_CONTENT_TIERS", "*:2,10:4"],
  ["HIRAKU_CONTENT_TIERS", "10:4,5:4,*:8"],
  ["HIRAKU_CONTENT_TIERS", "10:4,*:2"],
  ["HIRAKU_CONTENT_TIERS", "10:0,*:2"],
  ["HIRAKU_SEARCH_TIMEOUT_MS", "0"],
  ["HIRAKU_SEARCH_TIMEOUT_MS", "5s"],
  ["HIRAKU_LOG_LEVEL", "loud"],
  ["HIRAKU_METRICS_PORT", "on"],
  ["HIRAKU_API_TRUST_FORWARDED", "yes"],
])("%s=%s is refused and named", (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrow(SettingError);
  expect(() => readConfig({ [name]: value })).toThrow(name);
});

test("an empty variable counts as unset", () => {
  expect(readConfig({ HIRAKU_API_PORT: " " }).port).toBe(8787);
});

test("a flag overrides the environment", () => {
  expect(readConfig({ HIRAKU_API_PORT: "1" }, { port: "2" }).port).toBe(2);
});

test("a public URL loses its last slash, since problem types begin with it", () => {
  expect(readConfig({ HIRAKU_API_PUBLIC_URL: "https://example.com/api/" }).publicUrl).toBe("https://example.com/api");
});

test("the watched folder may lie in the data folder and never around it", () => {
  const read = (inbox: string) => () => readConfig({ HIRAKU_DATA: "/srv/hiraku", HIRAKU_INBOX: inbox }).inbox;
  expect(read("/srv/hiraku/inbox")()).toBe("/srv/hiraku/inbox");
  expect(read("/srv/hiraku-inbox")()).toBe("/srv/hiraku-inbox");
  for (const around of ["/srv/hiraku", "/srv/hiraku/", "/srv", "/"]) expect(read(around)).toThrow(SettingError);
});
