import { afterEach, expect, test } from "vitest";
import { type Asked, fakeServer, problem } from "@/components/testing/fake-server";
import { type Mounted, mount } from "@/components/testing/mount";
import type { AgentFacts } from "@/lib/features/programs/facts";
import { WordsProvider } from "@/lib/next/provider";
import type { ApprovalView } from "@/lib/spending/programs/approvals";
import agents from "@/messages/en/agents.json";
import cost from "@/messages/en/cost.json";
import share from "@/messages/en/share.json";
import updates from "@/messages/en/updates.json";
import { AgentAccess, AgentPlan } from "./index.ts";

let mounted: Mounted | undefined;
let server: ReturnType<typeof fakeServer> | undefined;
afterEach(() => {
  mounted?.leave();
  server?.restore();
});

const open = (children: React.ReactNode) => {
  mounted = mount(
    <WordsProvider locale="en" messages={{ agents, cost, share, updates }}>
      {children}
    </WordsProvider>,
  );
  return mounted.element;
};
const press = async (element: HTMLElement, name: string) => {
  const find = () =>
    [...element.querySelectorAll("button")].find((each) => (each.ariaLabel ?? each.textContent) === name);
  await expect.poll(find).toBeDefined();
  find()?.click();
};
const bodiesTo = (asked: readonly Asked[], url: string) =>
  asked.filter((each) => each.url === url && each.method === "POST").map(({ body }) => body);

const none: AgentFacts = { tokens: [], tasks: [], plans: [], key: "none", otherKey: null };
const address = "http://localhost/api/mcp";

test("a token is made only after consent, with the caps that were chosen, and shown until it is dismissed", async () => {
  server = fakeServer(({ method, body }) => {
    if (method === "GET") return Response.json(none);
    const consents = typeof body === "object" && body !== null && "consent" in body && body.consent === true;
    return consents ? Response.json({ token: "hkt_once" }, { status: 201 }) : problem(409, "consent_required");
  });
  const element = open(<AgentAccess facts={none} address={address} />);
  await expect.poll(() => element.querySelector("#token-name")).not.toBeNull();
  const name = element.querySelector<HTMLInputElement>("#token-name");
  if (name !== null) name.value = "notebook";
  expect(element.querySelector("#token-daily")).toBeNull();
  element.querySelectorAll<HTMLInputElement>('input[type="radio"]')[2]?.click();
  await expect.poll(() => element.querySelector("#token-daily")).not.toBeNull();
  await press(element, "Make the token");
  await expect.poll(() => element.querySelector('[role="alert"]')?.textContent).toContain("Confirm first");
  element.querySelector<HTMLInputElement>('input[type="checkbox"]')?.click();
  await press(element, "Make the token");
  await expect.poll(() => element.querySelector('[role="status"] code')?.textContent).toBe("hkt_once");
  const wanted = { name: "notebook", scope: "spend", daily_cap: 10, total_cap: 50, days: 30 };
  expect(bodiesTo(server.asked, "/api/agents")).toEqual([
    { ...wanted, consent: false },
    { ...wanted, consent: true },
  ]);
  await press(element, "Done");
  await expect.poll(() => element.querySelector('[role="status"] code')).toBeNull();
});

test("tokens and tasks tell what they spent; a token is revoked after asking once more, a task is stopped at once", async () => {
  const facts: AgentFacts = {
    ...none,
    key: "kept",
    tokens: [
      {
        ...{ id: "tok_1", name: "notebook", scope: "spend", state: "valid", dailyCap: 5, totalCap: 20 },
        ...{ spentToday: 2, spent: 7, createdAt: 0, expiresAt: Date.UTC(2026, 11, 1), usedAt: null },
      },
    ],
    tasks: [
      {
        ...{ id: "task_1", title: "Risks", tokenName: "notebook", state: "open", budget: 4, spent: 3 },
        openedAt: Date.UTC(2026, 10, 22),
      },
    ],
  };
  server = fakeServer(({ method }) => (method === "GET" ? Response.json(facts) : new Response(null, { status: 204 })));
  const element = open(<AgentAccess facts={facts} address={address} />);
  await expect.poll(() => element.textContent).toContain("Spent 2 of 5 today, 7 of 20 in all");
  expect(element.textContent).toContain("Spent 3 of 4");
  await press(element, "Stop the task Risks");
  await press(element, "Revoke the token notebook");
  const deleted = () => server?.asked.filter(({ method }) => method === "DELETE").map(({ url }) => url);
  await expect.poll(deleted).toEqual(["/api/agents/tasks?task_id=task_1"]);
  await press(element, "Revoke for good?");
  await expect.poll(deleted).toEqual(["/api/agents/tasks?task_id=task_1", "/api/agents?token_id=tok_1"]);
});

const plan: ApprovalView = {
  ...{ approval_id: "apr_1", state: "asked", credits_max: 4, asked_at: 0, decided_at: null },
  action: { kind: "sections", document_id: "D1", sections: ["s1", "s2"] },
  ...{ token_name: "notebook", task_title: "Risks", document_title: "有価証券報告書", issuer_name: "試験自動車" },
};

test("a plan shows its price and is decided by one press; a decision that came too late is told", async () => {
  let late = true;
  server = fakeServer(() => (late ? problem(409, "not_waiting") : new Response(null, { status: 204 })));
  const element = open(<AgentPlan plan={plan} sections={["事業等のリスク", "沿革"]} />);
  await expect.poll(() => element.textContent).toContain("有価証券報告書, 2 sections");
  expect(element.textContent).toContain("at most 4 credits");
  await press(element, "Approve 4 credits");
  await expect.poll(() => element.querySelector('[role="alert"]')?.textContent).toContain("does not wait");
  late = false;
  await press(element, "Decline");
  await expect.poll(() => element.querySelector('[role="status"]')?.textContent).toContain("Declined");
  expect(bodiesTo(server.asked, "/api/agents/approvals/apr_1")).toEqual([
    { decision: "approved" },
    { decision: "declined" },
  ]);
});
