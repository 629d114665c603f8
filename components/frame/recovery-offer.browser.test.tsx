import { createRoot, type Root } from "react-dom/client";
import { afterAll, afterEach, expect, test, vi } from "vitest";
import { fakeServer } from "@/components/testing/fake-server";
import { WordsProvider } from "@/lib/next/provider";
import frame from "@/messages/en/frame.json";
import { RecoveryOffer } from "./RecoveryOffer.tsx";

const at = vi.hoisted(() => ({ path: "/library" }));
vi.mock("next/navigation", () => ({ usePathname: () => at.path }));
vi.mock("@/components/ui/Link.tsx", () => ({ Link: (props: object) => <a {...props} /> }));

const server = fakeServer(() => new Response(null, { status: 204 }));
afterAll(() => server.restore());
let root: Root | undefined;
afterEach(() => {
  root?.unmount();
  server.asked.length = 0;
  document.body.replaceChildren();
});

async function shown(path: string): Promise<HTMLElement> {
  at.path = path;
  const place = document.body.appendChild(document.createElement("div"));
  root = createRoot(place);
  root.render(
    <WordsProvider locale="en" messages={{ frame }}>
      <RecoveryOffer />
      <main />
    </WordsProvider>,
  );
  await expect.poll(() => place.querySelector("main")).not.toBeNull();
  return place;
}

test.each([
  ["Next week", "later"],
  ["No, thanks", "declined"],
])("the offer of the recovery code leads to the account page, and %s takes it away", async (name, answer) => {
  const place = await shown("/library");
  expect(place.querySelector("a")?.getAttribute("href")).toBe("/account#recovery");
  [...place.querySelectorAll("button")].find((each) => each.textContent === name)?.click();
  await expect.poll(() => place.querySelector("[data-strip]")).toBeNull();
  expect(server.asked).toEqual([{ method: "POST", url: "/api/session/recovery", body: { answer } }]);
});

test("on the account page, which shows the code, nothing is offered", async () => {
  expect((await shown("/account")).querySelector("[data-strip]")).toBeNull();
});
