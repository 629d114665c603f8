import { type ReactNode, use } from "react";
import { flushSync } from "react-dom";
import { createRoot, hydrateRoot, type Root } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { afterEach, expect, test } from "vitest";
import { fakeServer } from "@/components/testing/fake-server";
import type { CreditsView } from "@/lib/spending/wire";
import cost from "@/messages/en/cost.json";
import frame from "@/messages/en/frame.json";
import keys from "@/messages/en/keys.json";
import lookup from "@/messages/en/lookup.json";
import { Shell } from "./Shell.tsx";

const credits: CreditsView = {
  balance: 7,
  spent_today: 0,
  spent_month: 0,
  daily_cap: null,
  monthly_cap: null,
  confirm_at: 0,
  rate_limited_until: null,
  unknown_count: 0,
  basket_count: 0,
  unknown_max: 0,
  recent: [],
};

let root: Root | undefined;
const server = fakeServer(() => Response.json(credits));
afterEach(() => {
  root?.unmount();
  server.restore();
  document.body.replaceChildren();
});

const code = new Promise<string>(() => undefined);
let isSent = false;

/** A page whose HTML is there and whose scripts are long in coming. */
function Page() {
  return <main>{isSent ? use(code) : <button type="button">Read</button>}</main>;
}

function framed(page: ReactNode, publicOrigin?: string): ReactNode {
  return (
    <Shell
      words={{ locale: "en", messages: { cost, frame, keys, lookup } }}
      seed={{ credits, contentTiers: [] }}
      away={false}
      view={{ theme: "system", singleKeys: true }}
      offersRecovery={false}
      pause={undefined}
      notice={null}
      publicOrigin={publicOrigin}
    >
      {page}
    </Shell>
  );
}

test("the bar answers before the page beneath it has been taken over", async () => {
  const place = document.body.appendChild(document.createElement("div"));
  place.innerHTML = renderToString(framed(<Page />));
  const read = place.querySelector("main button");
  isSent = true;
  root = hydrateRoot(place, framed(<Page />));
  const gauge = place.querySelector<HTMLElement>("header button[aria-haspopup=dialog]");
  await expect
    .poll(() => {
      gauge?.click();
      return gauge?.getAttribute("aria-expanded");
    })
    .toBe("true");
  expect(place.querySelector("main button")).toBe(read);
});

test("paper says the public address of a page, and none where there is none", () => {
  const printed = (publicOrigin?: string) => {
    const place = document.body.appendChild(document.createElement("div"));
    const page = createRoot(place);
    flushSync(() => page.render(framed(<main />, publicOrigin)));
    dispatchEvent(new Event("beforeprint"));
    const text = place.textContent;
    page.unmount();
    return text;
  };
  expect(printed("https://hiraku.example")).toContain(`https://hiraku.example${location.pathname}`);
  expect(printed()).not.toContain(location.host);
});
