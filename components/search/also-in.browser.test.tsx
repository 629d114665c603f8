import { afterEach, expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { type Mounted, mount } from "@/components/testing/mount";
import { AlsoIn } from "./AlsoIn";

let mounted: Mounted | undefined;
afterEach(() => mounted?.leave());

const place = (document_id: string, issuer_name: string | null) => ({
  document_id,
  section_id: "s1",
  title: null,
  issuer_name,
  issuer_name_en: null,
  timeline_at: null,
});
const links = () => [...document.querySelectorAll<HTMLAnchorElement>("li a")];

test("the places where a passage stands too are counted, and opened and followed by keyboard", async () => {
  mounted = mount(<AlsoIn places={[place("A", "見本水産"), place("B", null)]} language="ja" />);
  await expect.poll(() => document.querySelector("summary")?.textContent).toBe("and 2 more like it");
  expect(links().every((each) => !each.checkVisibility())).toBe(true);
  await userEvent.tab();
  await userEvent.keyboard("{Enter}");
  await expect.poll(() => links().filter((each) => each.checkVisibility()).length).toBe(2);
  expect(links().map((each) => each.textContent)).toEqual(["見本水産", "B"]);
  expect(links().map((each) => each.getAttribute("href"))).toEqual([
    "/documents/A/sections/s1",
    "/documents/B/sections/s1",
  ]);
  await userEvent.tab();
  expect(document.activeElement).toBe(links()[0]);
});

test("a passage that stands nowhere else says nothing", async () => {
  mounted = mount(
    <>
      <AlsoIn places={[]} language="ja" />
      <p>end</p>
    </>,
  );
  await expect.poll(() => mounted?.element.textContent).toBe("end");
});
