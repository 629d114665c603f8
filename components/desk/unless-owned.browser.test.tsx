import { afterEach, beforeEach, expect, test } from "vitest";
import { fakeServer } from "@/components/testing/fake-server";
import { type Mounted, mount } from "@/components/testing/mount";
import { UnlessOwned } from "./UnlessOwned.tsx";

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

test("what is owned whole has its mark instead of a price, what is not keeps its price, and all are asked for at once", async () => {
  const among = ['D-"1', "D-2"];
  mounted = mount(
    <ul>
      {among.map((id) => (
        <li key={id}>
          <UnlessOwned documentId={id} among={among}>
            <span className="price">2</span>
          </UnlessOwned>
        </li>
      ))}
    </ul>,
  );
  const { element } = mounted;
  await expect.poll(() => element.querySelector(".seal")?.textContent).toBe("Owned");
  expect([...element.querySelectorAll("li")].map((each) => each.querySelector(".price")?.textContent)).toEqual([
    undefined,
    "2",
  ]);
  expect(server.asked.map(({ url }) => decodeURIComponent(url))).toEqual([expect.stringContaining('D-"1')]);
});
