import path from "node:path";
import { describe, expect, it } from "vitest";
import { SettingError, settingsTable } from "./kit/settings/settings.ts";
import { readSettings } from "./settings.ts";

describe("settings", () => {
  it("all have a default", () => {
    const settings = readSettings({});
    expect(settings.apiUrl).toBe("http://127.0.0.1:8787");
    expect(settings.port).toBe(3000);
    expect(settings.publicOrigin).toBeUndefined();
    expect(path.isAbsolute(settings.dataFolder)).toBe(true);
  });

  it.each([
    ["HIRAKU_API_URL", "ftp://x"],
    ["HIRAKU_API_URL", "not an address"],
    ["HIRAKU_API_URL", "https://user:pass@x"],
    ["HIRAKU_API_URL", "http://service.example"],
    ["HIRAKU_API_URL", "http://192.168.1.5:8787"],
    ["HIRAKU_API_URL", "http://localhost.example:8787"],
    ["HIRAKU_API_PLAIN_HTTP", "yes"],
    ["HIRAKU_API_AUTHORIZATION", "Bearer"],
    ["HIRAKU_API_AUTHORIZATION", "Bearer {key}\r\nX: y"],
    ["HIRAKU_API_TIMEOUT_MS", "99"],
    ["HIRAKU_API_TIMEOUT_MS", "1e3"],
    ["HIRAKU_SECRET", "short"],
    ["HIRAKU_PUBLIC_URL", "https://x/path"],
    ["HIRAKU_SECURITY_CONTACT", "security@example.com"],
    ["HIRAKU_SECURITY_CONTACT", "mailto:a@example.com\nExpires: 2000-01-01T00:00:00Z"],
    ["HIRAKU_TRUST_PROXY", "yes"],
    ["HIRAKU_ANSWER_URL", "http://models.example/v1"],
    ["HIRAKU_ANSWER_URL", "http://192.168.1.5:11434/v1"],
    ["HIRAKU_ANSWER_URL", "http://localhost.example/v1"],
    ["HIRAKU_ANSWER_URL", "https://user:pass@models.example/v1"],
    ["HIRAKU_ANSWER_URL", "https://models.example/v1?key=1"],
    ["HIRAKU_ANSWER_KEY", "two words"],
    ["HIRAKU_WEB_DATABASE_URL", "mysql://user:canary@host/database"],
    ["HIRAKU_WEB_DATABASE_URL", "postgres://user:canary@host"],
    ["HIRAKU_WEB_BLOBS_URL", "s3://canary-key:canary-secret@bucket"],
    ["HIRAKU_WEB_BLOBS_URL", "https://bucket.example"],
    ["PORT", "65536"],
    ["PORT", "http"],
    ["HIRAKU_LOG_LEVEL", "loud"],
  ])("refuse %s=%j with a message that has the variable's name and not its value", (name, value) => {
    const read = () => readSettings({ [name]: value });
    expect(read).toThrow(SettingError);
    expect(read).toThrow(new RegExp(`^${name} `));
    expect(read).not.toThrow(value);
  });

  it("accept plain http to another host only with the second setting", () => {
    const HIRAKU_API_URL = "http://service.example:8787";
    expect(() => readSettings({ HIRAKU_API_URL })).toThrow("HIRAKU_API_PLAIN_HTTP=accept");
    expect(readSettings({ HIRAKU_API_URL, HIRAKU_API_PLAIN_HTTP: "accept" }).apiUrl).toBe(HIRAKU_API_URL);
    for (const own of ["http://127.0.0.1:8787", "http://localhost:1", "http://[::1]:8787", "http://127.1.2.3"]) {
      expect(readSettings({ HIRAKU_API_URL: own }).apiUrl).toBe(own);
    }
    expect(readSettings({ HIRAKU_API_URL: "https://service.example" }).apiUrl).toBe("https://service.example");
  });

  it("treat an empty variable as absent", () => {
    expect(readSettings({ PORT: "", HIRAKU_API_URL: " " })).toEqual(readSettings({}));
  });

  it("drop the slash at the end of the service's address, so that paths are joined once", () => {
    expect(readSettings({ HIRAKU_API_URL: "https://x/base/" }).apiUrl).toBe("https://x/base");
  });

  it("word answers at an encrypted address or on this machine, and need a model for it", () => {
    expect(readSettings({}).answerEndpoint).toBeUndefined();
    const HIRAKU_ANSWER_MODEL = "m";
    for (const url of [
      "https://models.example/v1",
      "http://127.0.0.1:11434/v1",
      "http://localhost:1234",
      "http://[::1]:8",
    ]) {
      const { answerEndpoint } = readSettings({ HIRAKU_ANSWER_URL: `${url}/`, HIRAKU_ANSWER_MODEL });
      expect(answerEndpoint).toEqual({ url, model: "m", key: "" });
    }
    expect(() => readSettings({ HIRAKU_ANSWER_URL: "https://models.example/v1" })).toThrow(/^HIRAKU_ANSWER_MODEL /);
  });

  it("need the same secret and place of files for all web apps of one database, and neither for one with its own store", () => {
    const HIRAKU_WEB_DATABASE_URL = "postgres://user:canary@db.example/hiraku_web";
    const HIRAKU_SECRET = "s".repeat(32);
    const HIRAKU_WEB_BLOBS_URL = "s3://bucket/web";
    expect(() => readSettings({ HIRAKU_WEB_DATABASE_URL, HIRAKU_WEB_BLOBS_URL })).toThrow(
      /^HIRAKU_SECRET must be set where HIRAKU_WEB_DATABASE_URL is/,
    );
    expect(() => readSettings({ HIRAKU_WEB_DATABASE_URL, HIRAKU_SECRET })).toThrow(
      /^HIRAKU_WEB_BLOBS_URL must be set where HIRAKU_WEB_DATABASE_URL is/,
    );
    const both = readSettings({ HIRAKU_WEB_DATABASE_URL, HIRAKU_SECRET, HIRAKU_WEB_BLOBS_URL });
    expect(both.databaseUrl).toBe(HIRAKU_WEB_DATABASE_URL);
    expect(both.blobs).toMatchObject({ kind: "s3", bucket: "bucket", prefix: "web/" });
    expect(readSettings({ HIRAKU_WEB_BLOBS_URL: "/srv/bodies" })).toMatchObject({
      databaseUrl: undefined,
      blobs: { kind: "folder", folder: "/srv/bodies" },
    });
    expect(readSettings({})).toMatchObject({ databaseUrl: undefined, blobs: undefined });
  });

  it("keep several secrets, the newest first", () => {
    const secrets = readSettings({ HIRAKU_SECRET: `${"n".repeat(32)} ${"o".repeat(32)}` }).secrets;
    expect(secrets.map((each) => each[0])).toEqual(["n", "o"]);
  });

  it("are all in one table, each once, with its meaning", () => {
    const names = settingsTable.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(settingsTable.every(({ meaning }) => meaning.endsWith("."))).toBe(true);
  });
});
