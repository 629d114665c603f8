import { afterEach, expect, test } from "vitest";
import { fakeServer, problem } from "@/components/testing/fake-server";
import { type Mounted, mount } from "@/components/testing/mount";
import type { ConsentFacts } from "@/lib/features/programs/oauth/consent";
import { WordsProvider } from "@/lib/next/provider";
import agents from "@/messages/en/agents.json";
import { ProgramConsent } from "./index.ts";

let mounted: Mounted | undefined;
let server: ReturnType<typeof fakeServer> | undefined;
afterEach(() => {
  mounted?.leave();
  server?.restore();
  window.location.hash = "";
});

const search = "client_id=hkp_1&state=s1";
const asked: ConsentFacts = {
  ...{ fault: null, name: "Notebook", host: null, goesTo: "program.example", isLocal: false },
  ...{ scopes: ["owned", "free", "spend"], needsConsent: true },
};
const open = (facts: ConsentFacts) => {
  mounted = mount(
    <WordsProvider locale="en" messages={{ agents }}>
      <ProgramConsent facts={facts} search={search} />
    </WordsProvider>,
  );
  return mounted.element;
};
const buttonOf = (element: HTMLElement, name: string) =>
  [...element.querySelectorAll("button")].find((each) => each.textContent === name);
const press = async (element: HTMLElement, name: string) => {
  await expect.poll(() => buttonOf(element, name)?.disabled).toBe(false);
  buttonOf(element, name)?.click();
};

test("a program gets what its reader chose, after consent, and the reader is led to its address", async () => {
  server = fakeServer(({ body }) => {
    const consents = JSON.stringify(body).includes('"consent":true');
    return consents ? Response.json({ location: "#granted" }) : problem(409, "consent_required");
  });
  const element = open(asked);
  await expect.poll(() => element.textContent).toContain("program.example");
  expect(element.textContent).toContain("It calls itself that. Nobody has checked the name.");
  element.querySelector<HTMLInputElement>('input[value="spend"]')?.click();
  await expect.poll(() => element.querySelector("#token-daily")).not.toBeNull();
  await press(element, "Allow");
  await expect.poll(() => element.querySelector('[role="alert"]')?.textContent).toContain("Confirm first");
  expect(window.location.hash).toBe("");
  element.querySelector<HTMLInputElement>('input[type="checkbox"]')?.click();
  await press(element, "Allow");
  await expect.poll(() => window.location.hash).toBe("#granted");
  const wanted = { name: "Notebook", scope: "spend", daily_cap: 10, total_cap: 50, days: 30 };
  expect(server.asked.map(({ url, body }) => [url, body])).toEqual([
    ["/api/oauth/consent", { search, wanted: { ...wanted, consent: false } }],
    ["/api/oauth/consent", { search, wanted: { ...wanted, consent: true } }],
  ]);
  // An answer is one grant: there is no second press.
  expect(buttonOf(element, "Allow")?.disabled).toBe(true);
});

test("a program that asks for less is offered no more, and declining grants nothing", async () => {
  server = fakeServer(() => Response.json({ location: "#declined" }));
  const element = open({ ...asked, scopes: ["owned"], needsConsent: false });
  await expect.poll(() => element.querySelectorAll('input[type="radio"]').length).toBe(1);
  expect(element.querySelector('input[type="checkbox"]')).toBeNull();
  await press(element, "Decline");
  await expect.poll(() => window.location.hash).toBe("#declined");
  expect(server.asked.map(({ body }) => body)).toEqual([{ search, wanted: null }]);
});

test("a name that a file vouches for is qualified where the answer goes to the reader's own machine", async () => {
  const element = open({ ...asked, host: "agent.example", goesTo: "127.0.0.1:4711", isLocal: true });
  await expect.poll(() => element.textContent).toContain("The name stands in a file of agent.example.");
  expect(element.textContent).toContain("any other program can use the same name");
});

test("a name of markup is text", async () => {
  const element = open({ ...asked, name: "<img src=x onerror=alert(1)>" });
  await expect.poll(() => element.querySelector("bdi")?.textContent).toBe("<img src=x onerror=alert(1)>");
  expect(element.querySelector("img")).toBeNull();
});

test("what can't be granted says why, and leads back only where the program may be told", async () => {
  const element = open({ fault: "invalid_scope", back: "https://program.example/back?error=invalid_scope" });
  await expect
    .poll(() => element.querySelector("a")?.getAttribute("href"))
    .toBe("https://program.example/back?error=invalid_scope");
  expect(element.querySelector("form")).toBeNull();
  mounted?.leave();
  const other = open({ fault: "wrong_redirect", back: null });
  await expect.poll(() => other.textContent).toContain("nothing is sent there");
  expect(other.querySelector("a")).toBeNull();
});
