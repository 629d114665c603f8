import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { changedView, defaultView, viewFromText, viewToText } from "./view.ts";

describe("the view of a browser", () => {
  it("is read from its cookie as it was written", () => {
    const view = { locale: "ja", theme: "dark", face: "sans", size: 20, singleKeys: false } as const;
    expect(viewFromText(viewToText(view))).toEqual(view);
    expect(viewFromText(viewToText(defaultView))).toEqual(defaultView);
  });

  it("is a valid one, whatever the cookie contains", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const view = viewFromText(text);
        expect(viewFromText(viewToText(view))).toEqual(view);
      }),
    );
    expect(viewFromText("locale=xx&theme=pink&size=17&face=&keys=maybe")).toEqual(defaultView);
  });

  it("changes only in the requested values", () => {
    const changed = changedView({ ...defaultView, theme: "dark" }, new URLSearchParams("locale=ja&size=99"));
    expect(changed).toEqual({ ...defaultView, theme: "dark", locale: "ja" });
  });
});
