import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { facesSheet, japaneseSlices, slicedPackages } from "./faces-sheet.ts";
import { facesAddress, fontIsInstalled, japaneseFonts, localFirstScript } from "./local-first.ts";

const root = path.resolve(import.meta.dirname, "../../..");
const [sans] = slicedPackages;
const cut = {
  ...sans,
  version: "1.2.3",
  ranges: {
    "[0]": "U+4e00,U+20000-2000a",
    "[1]": "U+20,U+3041-307f",
    "[2]": "U+a9,U+ae",
    latin: "U+0000-00FF",
  },
};

describe("the slices' stylesheet", () => {
  it("serves Japanese slices alone, and takes no Latin from them: what is Latin would wait for a slice", () => {
    expect(japaneseSlices(cut)).toEqual([
      { file: "noto-sans-jp-0-wght-normal.woff2", range: "U+4e00,U+20000-2000a" },
      { file: "noto-sans-jp-1-wght-normal.woff2", range: "U+3041-307f" },
    ]);
  });

  it("names each slice once, in the folder of its version, in all weights and with lines of one height", () => {
    const rules = facesSheet([cut]).trim().split("\n");
    expect(rules).toHaveLength(2);
    for (const rule of rules) expect(rule).toMatch(/^@font-face\{.*font-weight:100 900;.*ascent-override:116%/);
    expect(rules[0]).toContain("url(noto-sans-jp-1.2.3/noto-sans-jp-0-wght-normal.woff2)");
  });
});

describe("the stylesheet's stacks", () => {
  const declared = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "app/*.css"], {
    cwd: root,
    encoding: "utf8",
  })
    .trim()
    .split("\n")
    .flatMap((file) => readFileSync(path.join(root, file), "utf8").split(";"))
    .filter((declaration) => declaration.includes(" JP Web"))
    .map((declaration) => [...declaration.matchAll(/"([^"]+)"/g)].map(([, family = ""]) => family));

  it("end with the web face and the blank font, behind every installed font", () => {
    expect(declared.map((families) => families.slice(-2))).toEqual(
      slicedPackages.map(({ family }) => [family, "Blank JP"]),
    );
  });

  it("name no installed Japanese font that the script doesn't look for", () => {
    const installed = declared.flatMap((families) => families.slice(0, -2)).filter((name) => name !== "IBM Plex Sans");
    expect(installed.length).toBeGreaterThan(8);
    expect(installed.filter((family) => !japaneseFonts.some((name) => name.startsWith(family)))).toEqual([]);
  });
});

describe("the script that looks for an installed font", () => {
  /** What the script needs of a browser. */
  function run(isInstalled: boolean) {
    const asked: string[] = [];
    const fonts = new Set<unknown>();
    const sheets: { href: string; onerror(): void }[] = [];
    let onLoadingError = (_event: { fontfaces: { family: string }[] }): void => {};
    class FakeFontFace {
      readonly family: string;
      constructor(family: string, source: string | Uint8Array) {
        this.family = family;
        if (typeof source === "string") asked.push(source);
      }
      load = () => (isInstalled ? Promise.resolve(this) : Promise.reject(new Error("none")));
    }
    const document = {
      fonts: {
        add: (face: unknown) => fonts.add(face),
        delete: (face: unknown) => fonts.delete(face),
        addEventListener: (_type: string, listener: typeof onLoadingError) => (onLoadingError = listener),
      },
      cookie: "",
      createElement: () => ({}),
      head: { append: (sheet: (typeof sheets)[number]) => sheets.push(sheet) },
    };
    const script = localFirstScript({ cookie: "fonts", secure: false });
    const done = new Function("FontFace", "document", `return ${script}`)(FakeFontFace, document);
    return {
      asked,
      noted: () => document.cookie,
      fonts,
      sheets,
      done: Promise.resolve(done),
      fail: (family: string) => onLoadingError({ fontfaces: [{ family }] }),
    };
  }

  it("fetches nothing where there is one, and notes it, so that the next page need not look", async () => {
    const { asked, fonts, sheets, noted, done } = run(true);
    await done;
    expect(noted()).toMatch(new RegExp(`^fonts=${fontIsInstalled};path=/;max-age=\\d+;samesite=lax$`));
    const overHttps = localFirstScript({ cookie: "__Host-fonts", secure: true });
    expect(overHttps).toMatch(/"__Host-fonts=[^"]*;path=\/;[^"]*;secure"/);
    expect(asked).toHaveLength(1);
    expect(asked[0]).toMatch(/^(?:local\("[^"]+"\),?)+$/);
    expect([fonts.size, sheets.length]).toEqual([0, 0]);
  });

  it("asks for the slices' stylesheet where there is none, and lays out with the blank font until they come", async () => {
    const { fonts, sheets, noted, done, fail } = run(false);
    await done;
    expect(noted()).toBe("");
    expect(sheets.map(({ href }) => href)).toEqual([facesAddress]);
    expect(fonts.size).toBe(1);
    fail("plex Fallback");
    expect(fonts.size).toBe(1);
  });

  it("leaves no blank where a slice or the stylesheet doesn't come", async () => {
    const slice = run(false);
    await slice.done;
    slice.fail("Noto Serif JP Web");
    expect(slice.fonts.size).toBe(0);
    const sheet = run(false);
    await sheet.done;
    sheet.sheets[0]?.onerror();
    expect(sheet.fonts.size).toBe(0);
  });
});
