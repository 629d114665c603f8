import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { z } from "zod";
import { agentRoutes } from "../../lib/routes.ts";
import { toolFacts } from "../../lib/spending/programs/testing/tool-facts.ts";
import { ownedWords, pickAction, type Scene, type Step, words } from "./scene.ts";
import { questions } from "./steps-asking.ts";
import { Fault } from "./tab.ts";

/** A program that acts for the owner by a token. */
export const programSteps: readonly Step[] = [
  { name: "program finds", weight: 3, run: find },
  { name: "program reads", weight: 4, run: read },
  { name: "program looks at a page", weight: 2, run: lookAtPage },
  { name: "program buys", weight: 4, run: planAndConfirm },
  { name: "program searches", weight: 2, run: search },
  { name: "program asks", weight: 3, run: ask },
  { name: "program verifies", weight: 3, run: verify },
  { name: "program keeps books", weight: 2, run: keepBooks },
];

const Facts = z.looseObject({
  money: z.looseObject({ charged: z.number() }),
  error: z.looseObject({ code: z.string(), approval_url: z.string().optional() }).optional(),
});
type Facts = z.infer<typeof Facts>;

/** Every tool answers in its own words; `app_error` is the app's failure. */
async function call(scene: Scene, name: string, args: Record<string, unknown>): Promise<Facts> {
  const { webUrl, owner, tab } = scene;
  const client = new Client({ name: "day", version: "1" }, { versionNegotiation: { mode: { pin: "2026-07-28" } } });
  const headers = { Authorization: `Bearer ${owner.token}` };
  const door = new URL(agentRoutes.door(), webUrl);
  await client.connect(new StreamableHTTPClientTransport(door, { requestInit: { headers }, fetch: tab.fetch }));
  try {
    const facts = Facts.parse(toolFacts(await client.callTool({ name, arguments: args })));
    if (facts.error?.code === "app_error") throw new Fault(`${name} ${JSON.stringify(args)}: app_error`);
    return facts;
  } finally {
    await client.close();
  }
}

/** Calls a tool that may charge; a plan that a person has to approve is put before them half of the time. */
async function spend(scene: Scene, name: string, args: Record<string, unknown> & { max_credits: number }) {
  scene.may(args.max_credits);
  let facts = await call(scene, name, args);
  if (facts.error?.code === "approval_required" && scene.random.happens(0.5)) {
    const approval = facts.error.approval_url?.split("/").at(-1) ?? "";
    await scene.tab.page(agentRoutes.approval(approval));
    await scene.tab.send("POST", agentRoutes.decision(approval), { decision: "approved" }, [204, 409]);
    facts = await call(scene, name, args);
  }
  if (facts.money.charged > args.max_credits && name !== "ask")
    throw new Fault(`${name} charged ${facts.money.charged} of ${args.max_credits}`);
  return facts;
}

async function find(scene: Scene): Promise<void> {
  const { document } = scene;
  await call(scene, "find", { security_codes: [document.code] });
  await call(scene, "outline", { document_id: document.id });
  await call(scene, "owned", { document_id: document.id });
}

async function read(scene: Scene): Promise<void> {
  const { random, document, owner } = scene;
  if (document.sections.length === 0) return;
  const section_id = random.pick(document.sections).id;
  const isOwned = owner.holdings.hasText(document.id, section_id);
  const facts = await spend(scene, "read", { document_id: document.id, section_id, max_credits: isOwned ? 0 : 8 });
  if (isOwned && facts.error !== undefined)
    throw new Fault(`owned text of ${document.id} ${section_id} is not read: ${JSON.stringify(facts.error)}`);
}

async function lookAtPage(scene: Scene): Promise<void> {
  const { random, document, owner } = scene;
  if (document.pageCount === 0) return;
  const page_number = 1 + random.below(document.pageCount);
  const isOwned = owner.holdings.hasPage(document.id, page_number);
  const facts = await spend(scene, "page_image", {
    document_id: document.id,
    page_number,
    max_credits: isOwned ? 0 : 1,
  });
  if (isOwned && facts.error !== undefined)
    throw new Fault(`owned page ${page_number} of ${document.id} is not shown: ${JSON.stringify(facts.error)}`);
}

async function planAndConfirm(scene: Scene): Promise<void> {
  const planned = await call(scene, "plan", { action: pickAction(scene) });
  const { quote } = planned;
  if (typeof quote !== "string") return;
  const most = z.looseObject({ price_max: z.number() }).parse(planned.money).price_max;
  await spend(scene, "confirm", { quote, max_credits: most });
}

async function search(scene: Scene): Promise<void> {
  await spend(scene, "search", { query: scene.random.pick(words), match_type: "lexical", max_credits: 1 });
}

async function ask(scene: Scene): Promise<void> {
  const { random, document } = scene;
  const max_credits = random.below(8);
  const asked = { question: random.pick(questions), security_codes: [document.code], max_credits };
  if (random.happens(0.3)) return void (await call(scene, "ask", { ...asked, mode: "plan" }));
  await spend(scene, "ask", asked);
}

async function verify(scene: Scene): Promise<void> {
  const { document } = scene;
  const found = await ownedWords(scene);
  const quote = found?.quote ?? "鑿の言葉はどこにも書かれていない";
  const quotes = [{ document_id: document.id, quote }];
  const checked = await call(scene, "check_draft", { quotes, max_credits: 0 });
  const [{ verdict } = { verdict: "none" }] = z.array(z.looseObject({ verdict: z.string() })).parse(checked["quotes"]);
  if (found !== undefined && verdict !== "found" && verdict !== "ambiguous")
    throw new Fault(`the program is told ${verdict} of words of owned text: ${quote}`);
}

async function keepBooks(scene: Scene): Promise<void> {
  await call(scene, "ledger", {});
  await call(scene, "task", { action: "open", title: "Day", budget: scene.random.below(10) });
  await call(scene, "task", { action: "list" });
}
