import { afterEach, beforeEach, expect, test } from "vitest";
import { fakeServer, problem } from "@/components/testing/fake-server";
import { type Mounted, mount } from "@/components/testing/mount";
import type { Namespace, NamespaceMessages } from "@/lib/text/i18n/namespaces";
import type { Locale } from "@/lib/text/i18n/words";
import { Look, lookNamespaces } from "./index.ts";

const files = import.meta.glob<NamespaceMessages[Namespace]>("../../messages/*/*.json", {
  eager: true,
  import: "default",
});
const messagesIn = (locale: Locale): NamespaceMessages =>
  Object.fromEntries(lookNamespaces.map((each) => [each, files[`../../messages/${locale}/${each}.json`] ?? {}]));

/** Tokens as the stylesheet declares them: light by default, dark for the whole document. */
const tokens = `:root { --color-paper: white; --color-ink: black; --gap: 8px; --lift: 0 1px 2px black; }
  :root[data-theme="dark"] { --color-paper: black; --color-ink: white; }`;
let sheet: HTMLStyleElement;
let mounted: Mounted;
let server: ReturnType<typeof fakeServer>;
beforeEach(() => {
  sheet = document.head.appendChild(Object.assign(document.createElement("style"), { textContent: tokens }));
  server = fakeServer(() => problem(404, "not_found"));
  mounted = mount(<Look messages={{ en: messagesIn("en"), ja: messagesIn("ja") }} />);
});
afterEach(() => {
  mounted.leave();
  sheet.remove();
  server.restore();
});

const panels = () => [...document.querySelectorAll<HTMLElement>("[data-panel]")];
const examples = (panel: HTMLElement) =>
  [...panel.querySelectorAll<HTMLElement>("[data-example]")].map((each) => each.dataset["example"]);

test("every part stands in both languages and themes, and the page asks for nothing", async () => {
  await expect.poll(() => panels().length).toBe(20);
  await expect.poll(() => document.querySelectorAll(".outcome").length).toBe(8);
  for (const name of ["unpaid", "in flight", "failed", "unknown", "owned", "disabled, not released yet"]) {
    const found = panels().filter((panel) => examples(panel).includes(`paid: ${name}`));
    expect(found.map((panel) => panel.dataset["panel"]).sort(), name).toEqual([
      "en dark",
      "en light",
      "ja dark",
      "ja light",
    ]);
  }
  for (const each of document.querySelectorAll<HTMLElement>("[data-example]")) {
    expect(each.childElementCount, each.dataset["example"]).toBeGreaterThan(1);
    expect(each.textContent, each.dataset["example"]).not.toMatch(/\{\w+\}|undefined/);
  }
  expect(server.asked).toEqual([]);
});

test("dark panels are drawn in the dark tokens, whatever the page's own theme", async () => {
  const shown = () => [...document.querySelectorAll<HTMLElement>("[data-token]")].map((each) => each.dataset["token"]);
  await expect.poll(() => new Set(shown())).toEqual(new Set(["--color-paper", "--color-ink", "--gap", "--lift"]));
  const grounds = new Map(panels().map((each) => [each.dataset["panel"], getComputedStyle(each).backgroundColor]));
  for (const locale of ["en", "ja"]) {
    expect(grounds.get(`${locale} light`)).toBe("rgb(255, 255, 255)");
    expect(grounds.get(`${locale} dark`)).toBe("rgb(0, 0, 0)");
  }
  expect(document.documentElement.dataset["theme"]).toBeUndefined();
});

test("a paid control of the page spends nothing when it is clicked", async () => {
  await expect.poll(() => document.querySelectorAll("button.buy").length).toBeGreaterThan(20);
  for (const button of document.querySelectorAll<HTMLButtonElement>("button.buy")) button.click();
  expect(server.asked).toEqual([]);
});
