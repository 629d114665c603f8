import type { Route } from "next";
import { afterEach, expect, test } from "vitest";
import { type Mounted, mount } from "@/components/testing/mount";
import { pushed } from "@/components/testing/router";
import { Link } from "./Link.tsx";
import { useFollowedLinks } from "./use-followed-links.ts";

let mounted: Mounted | undefined;
/** What the browser would have opened by itself, held back so that the tests stay where they are. */
const left: string[] = [];
const holdBack = (event: MouseEvent) => {
  if (event.defaultPrevented) return;
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  left.push(link?.getAttribute("href") ?? "");
  event.preventDefault();
};

afterEach(() => {
  mounted?.leave();
  window.removeEventListener("click", holdBack);
  pushed.length = 0;
  left.length = 0;
});

/** An address of the app, as the helpers of lib/routes give it. */
const library = "/library?kind=pages#top" as Route;

function Frame({ onPress }: { readonly onPress?: (event: { preventDefault(): void }) => void }) {
  useFollowedLinks();
  return (
    <>
      <Link href={library} id="ours" onClick={onPress}>
        <span id="inside">Library</span>
      </Link>
      <Link href={library} id="tab" target="_blank">
        Library
      </Link>
      <a href="/api/library.csv" id="plain">
        A file
      </a>
    </>
  );
}

async function press(id: string, how: MouseEventInit = {}): Promise<void> {
  window.addEventListener("click", holdBack);
  await expect.poll(() => document.getElementById(id)).not.toBeNull();
  document.getElementById(id)?.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, ...how }));
}

test("a link that is pressed, or anything in it, is followed without a reload", async () => {
  mounted = mount(<Frame />);
  await press("inside");
  await press("ours");
  expect(pushed).toEqual([library, library]);
  expect(left).toEqual([]);
});

test("what is to open elsewhere is the browser's to open", async () => {
  mounted = mount(<Frame />);
  for (const how of [{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { altKey: true }, { button: 1 }])
    await press("ours", how);
  await press("tab");
  await press("plain");
  expect(pushed).toEqual([]);
  expect(left).toHaveLength(7);
});

test("a component that answers the press itself keeps it", async () => {
  mounted = mount(<Frame onPress={(event) => event.preventDefault()} />);
  await press("ours");
  expect(pushed).toEqual([]);
});
