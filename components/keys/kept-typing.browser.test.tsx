import { afterEach, expect, test, vi } from "vitest";
import { type Mounted, mount } from "@/components/testing/mount";
import { Keyboard } from "./Keyboard.tsx";
import { useShortcut } from "./use-shortcut.ts";

const code = vi.hoisted(() => Promise.withResolvers<undefined>());
vi.mock(import("./Palette.tsx"), async (original) => {
  await code.promise;
  return original();
});

let mounted: Mounted | undefined;
afterEach(() => mounted?.leave());

const onLetter = vi.fn();

function Page() {
  useShortcut("c", onLetter, "a letter of the page");
  return null;
}

const press = (key: string, ctrlKey = false) =>
  document.body.dispatchEvent(new KeyboardEvent("keydown", { key, ctrlKey, bubbles: true, cancelable: true }));

/** Presses no more once it is enough. */
async function pressUntil(key: string, isEnough: (isFree: boolean) => boolean): Promise<void> {
  while (!isEnough(press(key))) await new Promise((resolve) => setTimeout(resolve, 20));
}

test("what is typed before the palette's code has come stands in its field, and no shortcut hears it", async () => {
  mounted = mount(
    <>
      <Keyboard singleKeys onSwitchSingleKeys={() => undefined} />
      <Page />
    </>,
  );
  await pressUntil("c", () => onLetter.mock.calls.length > 0);
  press("k", true);
  // A letter that is no shortcut is the page's until it is kept.
  await pressUntil("d", (isFree) => !isFree);
  press("c");
  code.resolve(undefined);
  const field = () => document.querySelector<HTMLInputElement>("dialog input");
  await expect.poll(() => field()?.value).toBe("dc");
  expect(onLetter.mock.calls.length).toBe(1);
});
