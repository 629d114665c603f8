import { afterEach, expect, test } from "vitest";
import { onImageClick } from "./table-events";

const pixel =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4z8DwHwAFAAH/iZk9HQAAAABJRU5ErkJggg==";

afterEach(() => document.body.replaceChildren());

function show(): { link: HTMLAnchorElement; clicks: boolean[] } {
  document.body.innerHTML = `<div><a href="#image" data-zoom><img src="${pixel}" alt="Figure 2: 企業集団" width="300" height="200"></a></div>`;
  const link = document.querySelector("a");
  const root = document.querySelector("div");
  if (link === null || root === null) throw new Error("nothing to click");
  const clicks: boolean[] = [];
  const listen = onImageClick("Close");
  root.addEventListener("click", (event) => {
    // React's event has all that the listener reads of the browser's own.
    Reflect.apply(listen, undefined, [event]);
    clicks.push(event.defaultPrevented);
    event.preventDefault();
  });
  return { link, clicks };
}

const dialog = () => document.querySelector("dialog");

test("a click shows the image in a dialog named after it, and Escape returns the focus to it", async () => {
  const { link, clicks } = show();
  link.click();
  await expect.poll(dialog).not.toBeNull();
  expect(clicks).toEqual([true]);
  expect(dialog()?.getAttribute("aria-label")).toBe("Figure 2: 企業集団");
  expect(dialog()?.querySelector("img")?.src).toBe(pixel);
  expect(document.activeElement?.textContent).toBe("Close");
  dialog()?.close();
  await expect.poll(dialog).toBeNull();
  expect(document.activeElement).toBe(link);
});

test("a press beside the image closes it", async () => {
  show().link.click();
  await expect.poll(dialog).not.toBeNull();
  dialog()?.dispatchEvent(new MouseEvent("mousedown", { bubbles: true }));
  await expect.poll(dialog).toBeNull();
});

test("a click with a modifier is the browser's", async () => {
  const { link, clicks } = show();
  link.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, ctrlKey: true }));
  expect(clicks).toEqual([false]);
  expect(dialog()).toBeNull();
});
