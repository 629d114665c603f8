import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { type Mounted, mount } from "@/components/testing/mount";
import { pushed } from "@/components/testing/router";
import { WordsProvider } from "@/lib/next/provider";
import keys from "@/messages/en/keys.json";
import { Keyboard } from "./Keyboard.tsx";
import { useShortcut } from "./use-shortcut.ts";

const code = vi.hoisted(() => Promise.withResolvers<undefined>());
vi.mock(import("./PaletteRows.tsx"), async (original) => {
  await code.promise;
  return original();
});

let mounted: Mounted | undefined;
const onLetter = vi.fn();
beforeEach(() => {
  pushed.length = 0;
  onLetter.mockReset();
});
afterEach(() => mounted?.leave());

function Page() {
  useShortcut("c", onLetter, "a letter of the page");
  return null;
}

async function open(): Promise<HTMLInputElement> {
  mounted = mount(
    <WordsProvider locale="en" messages={{ keys }}>
      <Keyboard singleKeys onSwitchSingleKeys={() => undefined} />
      <Page />
    </WordsProvider>,
  );
  await expect.poll(() => userEvent.keyboard("{Control>}k{/Control}").then(field)).not.toBeNull();
  const found = field();
  if (found === null) throw new Error("no field");
  return found;
}
const field = () => document.querySelector<HTMLInputElement>("dialog input");

test("what is typed before the palette's rows have come stands in its field, no shortcut hears it, and Enter is kept", async () => {
  const input = await open();
  expect(document.activeElement).toBe(input);
  expect(input.getAttribute("aria-label")).toBe(keys.paletteField);
  await userEvent.keyboard("check a p");
  expect(input.value).toBe("check a p");
  expect(document.querySelector("[role=listbox]")).toBeNull();
  await userEvent.keyboard("{Enter}");
  code.resolve(undefined);
  await expect.poll(() => pushed).toEqual(["/check"]);
  expect(field()).toBeNull();
  expect(onLetter).not.toHaveBeenCalled();
});

test("the field tells which row is current, the arrows move it, and a new text begins at the first", async () => {
  const input = await open();
  const current = () => document.getElementById(input.getAttribute("aria-activedescendant") ?? "")?.textContent;
  const rows = () => [...document.querySelectorAll("[role=option]")].map((row) => row.textContent);
  await userEvent.keyboard("go to");
  await expect.poll(() => rows().length).toBeGreaterThan(3);
  expect(current()).toBe(rows()[0]);
  await userEvent.keyboard("{ArrowDown}{ArrowDown}");
  expect(current()).toBe(rows()[2]);
  await userEvent.keyboard("{ArrowUp}");
  expect(current()).toBe(rows()[1]);
  await userEvent.keyboard(" ");
  await expect.poll(current).toBe(rows()[0]);
});
