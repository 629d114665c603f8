import { afterEach, beforeEach, expect, test } from "vitest";
import { fakeServer } from "@/components/testing/fake-server";
import { type Mounted, mount } from "@/components/testing/mount";
import { LatestRows } from "./LatestRows.tsx";

let mounted: Mounted | undefined;
let server: ReturnType<typeof fakeServer>;
const owned = (id: string, whole: boolean) => ({
  ...{ document_id: id, whole, sections: [], pages: [], originals: [], without_lead: [] },
  pending: { sections: [], pages: [] },
});
beforeEach(() => {
  server = fakeServer(() => Response.json([owned('D-"1', true), owned("D-2", false)]));
});
afterEach(() => {
  mounted?.leave();
  server.restore();
});

const row = (id: string) =>
  `<li data-row="true" data-document="${id}"><a href="/documents/x">${id}</a><span data-cost=""><span class="price">2</span></span></li>`;

test("what is owned whole has its mark instead of a price, and what is not keeps its price", async () => {
  mounted = mount(<LatestRows text={`<ol>${row("D-&quot;1")}${row("D-2")}</ol>`} documentIds={'D-"1 D-2'} />);
  const { element } = mounted;
  await expect.poll(() => element.querySelector(".seal")?.textContent).toBe("Owned");
  expect([...element.querySelectorAll("li")].map((each) => each.querySelector(".price")?.textContent)).toEqual([
    undefined,
    "2",
  ]);
  expect(server.asked.map(({ url }) => decodeURIComponent(url))).toEqual([expect.stringContaining('D-"1')]);
});
