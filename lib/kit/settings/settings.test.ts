import { describe, expect, it } from "vitest";
import { SettingError, settingReader, settingsTable } from "./settings.ts";
import table from "./table.json" with { type: "json" };

describe("the table of settings", () => {
  it("has each name once, a meaning that ends with a full stop, and a default that is valid for its kind", () => {
    const read = settingReader({});
    const kinds: Record<string, (name: keyof typeof table) => unknown> = {
      text: read.text,
      integer: read.integer,
      switch: read.isOn,
      host: read.host,
      choice: read.text,
    };
    for (const [name, row] of Object.entries(table)) {
      expect(row.meaning, name).toMatch(/\.$/);
      if ("word" in row) expect(row.default, name).toBe(row.word);
      else expect(() => kinds[row.kind]?.(name as keyof typeof table), name).not.toThrow();
      expect(Object.keys(kinds), name).toContain(row.kind);
      if ("values" in row) expect(row.values, name).toContain(row.default);
    }
    expect(settingsTable).toHaveLength(Object.keys(table).length);
  });
});

describe("an invalid setting", () => {
  it.each([
    ["PORT", "eighty"],
    ["PORT", "-1"],
    ["PORT", "1e3"],
    ["HIRAKU_WEB_HEAP_MB", "127"],
    ["HIRAKU_LOG_MB", "1000001"],
  ] as const)("%s=%s is refused with its name and without its value", (name, value) => {
    const read = () => settingReader({ [name]: value }).integer(name);
    expect(read).toThrow(SettingError);
    expect(read).toThrow(new RegExp(`^${name} must be a whole number from`));
    expect(read).not.toThrow(value);
  });

  it("is not an empty one, which counts as unset", () => {
    expect(settingReader({ PORT: " " }).integer("PORT")).toBe(3000);
    expect(settingReader({ HIRAKU_METRICS_PORT: "off" }).integerOr("HIRAKU_METRICS_PORT", "off")).toBe("off");
    expect(settingReader({ HIRAKU_METRICS_PORT: "9" }).integerOr("HIRAKU_METRICS_PORT", "off")).toBe(9);
  });
});
