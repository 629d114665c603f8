import { describe, expect, it } from "vitest";
import { type KeyContext, type KeyPress, NumberEntry, shortcutName } from "./key-events.ts";

const press = (key: string, more: Partial<KeyPress> = {}): KeyPress => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  isComposing: false,
  keyCode: 0,
  ...more,
});
const page: KeyContext = { inField: false, inDialog: false, singleKeys: true };

describe("a key press", () => {
  it("is the shortcut of its key", () => {
    expect(shortcutName(press("J"), page)).toBe("j");
    expect(shortcutName(press("?"), page)).toBe("?");
    expect(shortcutName(press("ArrowLeft"), page)).toBe("ArrowLeft");
    expect(shortcutName(press("k", { metaKey: true }), page)).toBe("mod+k");
    expect(shortcutName(press("K", { ctrlKey: true }), page)).toBe("mod+k");
  });

  it("is ignored while an input method composes, however the browser reports it", () => {
    for (const more of [{ isComposing: true }, { keyCode: 229 }]) {
      expect(shortcutName(press("j", more), page)).toBeUndefined();
      expect(shortcutName(press("Enter", more), page)).toBeUndefined();
    }
    expect(shortcutName(press("Process"), page)).toBeUndefined();
  });

  it("is left to the field or dialog that has the focus; only the palette opens from a field too", () => {
    expect(shortcutName(press("j"), { ...page, inField: true })).toBeUndefined();
    expect(shortcutName(press("Escape"), { ...page, inDialog: true })).toBeUndefined();
    expect(shortcutName(press("k", { metaKey: true }), { ...page, inField: true })).toBe("mod+k");
    expect(shortcutName(press("k", { metaKey: true }), { ...page, inDialog: true })).toBeUndefined();
  });

  it("of one letter does nothing when single keys are off; arrows and ⌘K still work", () => {
    const off = { ...page, singleKeys: false };
    expect(shortcutName(press("j"), off)).toBeUndefined();
    expect(shortcutName(press("ArrowRight"), off)).toBe("ArrowRight");
    expect(shortcutName(press("k", { ctrlKey: true }), off)).toBe("mod+k");
  });

  it("with Alt is ignored, since it types characters on many keyboards", () => {
    expect(shortcutName(press("t", { altKey: true }), page)).toBeUndefined();
  });
});

describe("a number after g", () => {
  it("is read digit by digit; without digits there is none", () => {
    const entry = new NumberEntry();
    entry.begin();
    expect(["3", "4", "j"].map((key) => entry.take(key))).toEqual([true, true, false]);
    expect(entry.end()).toBe(34);
    expect(entry.open).toBe(false);
    entry.begin();
    expect(entry.end()).toBeUndefined();
    expect(entry.take("5")).toBe(false);
  });

  it("has a maximum length, so that a stuck key names no page of a million digits", () => {
    const entry = new NumberEntry();
    entry.begin();
    expect(Array.from({ length: 20 }, () => entry.take("9")).filter(Boolean)).toHaveLength(6);
  });
});
