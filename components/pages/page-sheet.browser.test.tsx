import { afterEach, expect, test } from "vitest";
import { type Mounted, mount } from "@/components/testing/mount";
import { PageSheet } from "./PageSheet";

let mounted: Mounted | undefined;
afterEach(() => mounted?.leave());

const page = { pageNumber: 7, width: 595, height: 842, listed: true };
const small = "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///ywAAAAAAQABAAACAUwAOw==";
/** Nobody answers there, so it never loads. */
const waiting = "http://127.0.0.1:9/page";

const sheetOf = () => document.querySelector<HTMLElement>('[data-page="7"]');

test("a small image lies beneath the full one until that has loaded, and no further image is named", async () => {
  const sheet = (src: string) => <PageSheet page={page} turn={0} src={src} alt="Page 7" preview={small} />;
  mounted = mount(sheet(waiting));
  await expect.poll(() => sheetOf()?.style.backgroundImage).toContain("data:image/gif");
  expect(sheetOf()?.querySelectorAll("img")).toHaveLength(1);
  mounted.show(sheet(small));
  await expect.poll(() => sheetOf()?.style.backgroundImage).toBe("");
});

test("without a small image, and while a page is turned, nothing lies beneath", async () => {
  mounted = mount(<PageSheet page={page} turn={0} src={waiting} alt="Page 7" />);
  await expect.poll(() => sheetOf()?.style.backgroundImage).toBe("");
  mounted.show(<PageSheet page={page} turn={90} src={waiting} alt="Page 7" preview={small} />);
  await expect.poll(() => sheetOf()?.querySelector("img")?.style.transform).toContain("rotate(90deg)");
  expect(sheetOf()?.style.backgroundImage).toBe("");
});
