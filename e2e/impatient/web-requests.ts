import { freeEndpointNames } from "../../lib/contract/endpoints.ts";
import {
  agentRoutes,
  api,
  askRoutes,
  basketRoutes,
  operatorRoutes,
  queryString,
  routes,
  updateRoutes,
} from "../../lib/routes.ts";
import type { SeededRandom } from "../../lib/spending/simulation/environment.ts";
import type { PurchaseAction, PurchaseView, Quote, SinglePurchase } from "../../lib/spending/wire.ts";
import { signInForm } from "../../scripts/sign-in.ts";
import { pickAction, words } from "../day/scene.ts";
import { questions } from "../day/steps-asking.ts";
import type { RawRequest } from "./give-up.ts";
import type { Household } from "./household.ts";
import { type WebRoute, webRoutes } from "./routes.ts";
import { wireRequestOf } from "./service-requests.ts";
import { callTool, protocolRequest } from "./tool-call.ts";

/** What is sent to an address: a body, a query, and whatever differs from what the folder's name says. */
interface Sent {
  readonly json?: unknown;
  readonly body?: RawRequest["body"];
  readonly form?: Readonly<Record<string, string>>;
  readonly query?: string;
  readonly target?: string;
  /** Beside those that a browser sends, or in their place. */
  readonly headers?: Readonly<Record<string, string>>;
}

type Make = (household: Household, random: SeededRandom) => Sent | Promise<Sent>;

const storedDraft = (quote: string) => ({
  kind: "text",
  blocks: [{ id: "b1", kind: "paragraph", text: `「${quote}」` }],
});

/**
 * What the app's own pages would send, by method and folder. Quotes, plans and whatever is used up are made when the
 * request is. Each address that changes something has a row; one that is only read may have one.
 */
const sentTo: Readonly<Record<string, Make>> = {
  "POST /api/purchases/quote": (household, random) => ({ json: { action: pickPurchase(household, random) } }),
  async "POST /api/purchases"(household, random) {
    const { token, price } = await quoteOf(household, pickPurchase(household, random));
    return { json: { token, max_credits: price.max } };
  },
  async "POST /api/purchases/[purchaseId]/stop"(household, random) {
    const { token, price } = await quoteOf(household, pickBasket(household, random));
    const view = await household.ask<PurchaseView>(api.purchases(), { token, max_credits: price.max });
    return { target: basketRoutes.stop(view.purchase_id) };
  },
  "PUT /api/basket": (household, random) =>
    random.happens(0.2) ? { json: { clear: true } } : { json: { add: [pickNew(household, random)] } },
  "POST /api/basket/look": ({ documents }, random) => ({
    json: { parts: [`p~${random.pick(documents).id}~1-2`, `t~${random.pick(documents).id}`] },
  }),
  "POST /api/answers/plan": (household, random) => ({ json: pickQuestion(household, random) }),
  async "POST /api/answers"(household, random) {
    const { plan_id, most } = await planOf(household, random);
    return { json: { plan_id, max_credits: most } };
  },
  async "POST /api/answers/[answerId]/stop"(household, random) {
    const { plan_id, most } = await planOf(household, random);
    await household.ask(askRoutes.all(), { plan_id, max_credits: most });
    return { target: askRoutes.stop(plan_id) };
  },
  "POST /api/check/file": ({ quote }) => ({ query: "name=memo.txt", body: `「${quote}」` }),
  async "POST /api/check/comments"(household) {
    const { body } = await workbook(household);
    const file = Buffer.from(body ?? "");
    return { query: `name=model.xlsx&bytes=${file.length}`, body: new Uint8Array([...file, ...Buffer.from("[]")]) };
  },
  "POST /api/check": ({ quote }) => ({ json: { text: `売上高は1,234百万円であった。「${quote}」` } }),
  "POST /api/checks": ({ quote }) => ({ json: { draft: storedDraft(quote), title: "Memo" } }),
  async "DELETE /api/checks/[checkId]"({ ask, quote }) {
    const { check_id } = await ask<{ check_id: string }>(askRoutes.checks(), { draft: storedDraft(quote) });
    return { target: askRoutes.storedCheck(check_id) };
  },
  "POST /api/checks/[checkId]/share": () => ({}),
  "POST /api/checks/[checkId]/unshare": () => ({}),
  "POST /api/answers/[answerId]/share": () => ({}),
  "POST /api/answers/[answerId]/recheck": () => ({}),
  async "POST /api/answers/[answerId]/unshare"({ ask }) {
    const { answers } = await ask<{ answers: { answer_id: string }[] }>(askRoutes.all());
    return { target: askRoutes.unshare(answers[0]?.answer_id ?? "none") };
  },
  "POST /api/receipts": ({ ids, quote }) => ({
    json: { document_id: ids["documentId"], section_id: ids["sectionId"], quote, before: "" },
  }),
  "POST /api/receipts/check": ({ ids, quote }) => ({
    json: { quotes: [quote, "この文書には決して書かれていない一文"].map((each) => quoteIn(ids, each)) },
  }),
  "POST /api/receipts/ask": ({ ids, quote }) => ({ json: quoteIn(ids, quote) }),
  "POST /api/ledger/labels": ({ intentId }, random) => ({
    json: { intent_ids: [intentId], label: random.pick(["Audit", null]) },
  }),
  "PUT /api/budget": (_, random) => ({
    json: { daily_cap: null, monthly_cap: null, confirm_at: 3 + random.below(20) },
  }),
  "PUT /api/reading": ({ ids }, random) => ({
    json: {
      ...{ document_id: ids["documentId"], section_id: ids["sectionId"], place: ids["sectionId"] },
      ...{ page_number: null, title: null, issuer_name: null, fraction: random.fraction() },
    },
  }),
  "DELETE /api/reading": ({ documents }, random) => ({ query: `document_id=${random.pick(documents).id}` }),
  "PUT /api/watches": ({ documents }, random) => ({
    json: { security_code: random.pick(documents).code, name: null, name_en: null },
  }),
  "DELETE /api/watches": ({ documents, ids }, random) => {
    // A feed follows the owner's first issuer.
    const others = documents.filter(({ code }) => code !== ids["securityCode"]);
    return { query: `security_code=${random.pick(others).code}` };
  },
  "POST /api/saved-searches": (_, random) => ({
    json: { target: "documents", query: random.pick(words), address_query: "" },
  }),
  async "DELETE /api/saved-searches"({ ask }, random) {
    const { searches } = await ask<{ searches: { search_id: string }[] }>(api.savedSearches());
    return { query: `search_id=${someId(random, searches, "search_id")}` };
  },
  async "POST /api/saved-searches/standing"({ ask }, random) {
    const search = { target: "documents", query: random.pick(words), address_query: "" };
    const { search_id } = await ask<{ search_id: string }>(api.savedSearches(), search);
    return { json: { search_id } };
  },
  async "DELETE /api/saved-searches/standing"({ ask }, random) {
    const { searches } = await ask<{ searches: { search_id: string }[] }>(api.savedSearches());
    return { query: `search_id=${someId(random, searches, "search_id")}` };
  },
  "POST /api/saved-filters": (_, random) => ({
    json: { address_query: `types=${random.pick(["annual_securities_report", "earnings_release"])}` },
  }),
  async "DELETE /api/saved-filters"({ ask }, random) {
    const { filters } = await ask<{ filters: { filter_id: string }[] }>(updateRoutes.savedFilters());
    return { query: `filter_id=${someId(random, filters, "filter_id")}` };
  },
  "POST /api/feeds": ({ ids }) => ({ json: { source: `watch:${ids["securityCode"]}`, consent: true } }),
  async "DELETE /api/feeds"({ ask }, random) {
    const { feeds } = await ask<{ feeds: { id: string }[] }>(updateRoutes.feeds());
    // One stays, to be read.
    return { query: `feed_id=${someId(random, feeds.slice(1), "id")}` };
  },
  "POST /api/webhooks": ({ ids, programs }) => ({
    json: { source: `watch:${ids["securityCode"]}`, address: `${programs.webUrl}/api/health`, consent: true },
  }),
  async "DELETE /api/webhooks"({ ask }, random) {
    const { webhooks } = await ask<{ webhooks: { id: string }[] }>(updateRoutes.feeds());
    // One stays, to be tested.
    return { query: `webhook_id=${someId(random, webhooks.slice(1), "id")}` };
  },
  async "POST /api/webhooks/test"({ ask }) {
    const { webhooks } = await ask<{ webhooks: { id: string }[] }>(updateRoutes.feeds());
    return { json: { webhook_id: webhooks[0]?.id } };
  },
  "POST /api/updates/seen": ({ ids }) => ({
    json: { sources: [{ source: `watch:${ids["securityCode"]}`, through_seq: 0 }] },
  }),
  "POST /api/mail": () => ({ json: { address: "reader@mail.example", hour: 7, consent: true } }),
  "PUT /api/mail": () => ({ json: { hour: 8 } }),
  "DELETE /api/mail": () => ({}),
  "POST /api/mail/confirm": () => ({ form: { token: "none" } }),
  "POST /api/mail/end": () => ({ form: { token: "none" } }),
  "PUT /api/kept-key": () => ({ json: { consent: true } }),
  "PUT /api/agents/key": () => ({ json: { consent: true } }),
  "POST /api/agents": () => ({
    json: { name: "another", scope: "free", daily_cap: 10, total_cap: 10, days: 1, consent: true },
  }),
  async "DELETE /api/agents"({ ask }, random) {
    const { tokens } = await ask<{ tokens: { id: string; name: string; state: string }[] }>(agentRoutes.tokens());
    const others = tokens.filter(({ name, state }) => name === "another" && state === "valid");
    return { query: `token_id=${someId(random, others, "id")}` };
  },
  async "DELETE /api/agents/tasks"({ ask }, random) {
    const { tasks } = await ask<{ tasks: { id: string }[] }>(agentRoutes.tokens());
    return { query: `task_id=${someId(random, tasks, "id")}` };
  },
  async "POST /api/agents/approvals/[approvalId]"({ programs, token, documents, ids }, random) {
    const document_id = random.pick(documents).id;
    const { error } = await callTool(programs.webUrl, token, "read", { document_id, max_credits: 100 });
    const asked = error?.approval_url?.split("/").at(-1) ?? ids["approvalId"] ?? "";
    return { target: agentRoutes.decision(asked), json: { decision: random.pick(["approved", "declined"]) } };
  },
  "POST /api/mcp"({ programs, token }) {
    const { headers, body } = protocolRequest(programs.webUrl, token, "tools/list");
    return { headers, body };
  },
  "DELETE /api/mcp": () => ({}),
  // Few may be registered in an hour: what is registered has no address, which is told each time.
  "POST /api/oauth/register": () => ({ json: { redirect_uris: [] } }),
  "POST /api/oauth/consent": () => ({ json: { search: "client_id=none", wanted: null } }),
  "POST /api/oauth/token": () => ({ form: { grant_type: "refresh_token", refresh_token: "none", client_id: "none" } }),
  "POST /api/oauth/revoke": () => ({ form: { token: "none" } }),
  ...Object.fromEntries(
    ["POST", "PUT", "PATCH", "DELETE"].map((method) => [`${method} /api/[...missing]`, () => ({})]),
  ),
  "PUT /api/first-read": () => ({ json: { step: 1, left: false } }),
  "POST /api/preferences": (_, random) => ({ form: { theme: random.pick(["light", "dark"]) } }),
  "POST /api/operator/sign-in": ({ operatorKey }) => ({ form: { key: operatorKey } }),
  "POST /api/operator/sign-out": (household) => asOperator(household, { form: {} }),
  "POST /api/operator/keys": (household, random) =>
    asOperator(household, {
      json: { name: "another", credits: 1, per_minute: 60, per_day: null, ...operatorAgain(household, random) },
    }),
  "POST /api/operator/credits": (household, random) =>
    asOperator(household, {
      form: { key_id: household.spareKeyId, credits: "1", ...operatorAgain(household, random) },
    }),
  "POST /api/operator/revoke": (household, random) =>
    asOperator(household, { form: { key_id: "key_none", ...operatorAgain(household, random) } }),
  "POST /api/operator/try-again": (household, random) =>
    asOperator(household, { form: { record: "none", ...operatorAgain(household, random) } }),
  "POST /api/session/recovery": () => ({ json: { answer: "later" } }),
  "POST /api/session/keys": ({ spareKey }) => ({ form: { key: spareKey } }),
  async "POST /api/session/end"(household) {
    const { cookie, value } = await guest(household, "session");
    return { headers: { cookie }, form: { session: value } };
  },
  async "POST /api/session/everywhere"(household) {
    const { cookie } = await guest(household, "session");
    return { headers: { cookie }, form: {} };
  },
  async "POST /api/auth/[...nextauth]"(household, random) {
    const { webUrl } = household.programs;
    if (random.happens(0.5)) {
      const { cookie, value } = await guest(household, "csrfToken");
      return { target: api.signOut(), headers: { cookie }, form: { csrfToken: value, callbackUrl: routes.signIn() } };
    }
    const { address, cookies, fields } = await signInForm(webUrl, household.guestKey);
    return { target: address.pathname, headers: { cookie: cookies }, form: fields };
  },
  "GET /api/auth/[...nextauth]": (_, random) => ({ target: `/api/auth/${random.pick(["csrf", "session"])}` }),
  "GET /api/v1/[...path]": ({ ids }, random) => ({
    target: api.free(wireRequestOf(random.pick(freeEndpointNames), ids).target),
  }),
  "GET /api/timeline": () => ({ query: "timeline_since=2000-01-01&limit=100" }),
  "GET /api/owned/documents": ({ documents }) => ({
    query: queryString({ id: documents.map(({ id }) => id) }).toString(),
  }),
  "GET /api/owned/answers": (_, random) => ({
    query: queryString({ kind: "search_documents", query: random.pick(words) }).toString(),
  }),
  "GET /read": () => ({ query: "since=2000-01-01" }),
  "GET /ask": (_, random) => ({ query: queryString({ q: random.pick(words), match: "lexical" }).toString() }),
  "GET /library": (_, random) => ({ query: queryString({ q: random.pick(words) }).toString() }),
  "GET /api/session": ({ sessionId }) => ({ target: api.session(sessionId) }),
  "GET /documents/[documentId]/changes": ({ ids }) => ({ query: `section=${ids["sectionId"]}` }),
  "GET /documents/[documentId]/sections/[sectionId]/text": ({ ids }) => ({ query: `piece=${ids["sectionId"]}` }),
  "POST /api/figures/refill": workbook,
  "POST /api/figures/refill/plan": workbook,
  "GET /documents/[documentId]/figures": () => ({ target: routes.figures("S100ZZZ1") }),
  "GET /api/figures/[documentId]": () => ({ target: api.figuresFile("S100ZZZ1", { format: "csv" }) }),
};

/** What has nothing to answer, however it is asked: every other address answers its first request. */
export const refusing: Readonly<Record<string, number>> = {
  ...Object.fromEntries(
    ["GET", "POST", "PUT", "PATCH", "DELETE"].map((method) => [`${method} /api/[...missing]`, 404]),
  ),
  ...{ "GET /api/mcp": 405, "DELETE /api/mcp": 405 },
  // Nothing is granted here, so that a walk leaves no token behind.
  ...{ "POST /api/oauth/register": 400, "POST /api/oauth/consent": 422, "POST /api/oauth/token": 400 },
  // No mail server is set here.
  ...{ "POST /api/mail": 404, "PUT /api/mail": 404 },
  // Nobody is named for reports of vulnerabilities here.
  "GET /.well-known/security.txt": 404,
  "GET /api/owned/documents/[documentId]/illustrations/[name]": 404,
};

const nameOf = ({ method, path }: WebRoute) => `${method} ${path}`;

/** The app's addresses; throws where one has no plausible body, or a row no address. */
export function plausibleRoutes(): WebRoute[] {
  const known = webRoutes();
  const bare = known.filter((route) => route.method !== "GET" && !Object.hasOwn(sentTo, nameOf(route)));
  const gone = Object.keys(sentTo).filter((name) => known.every((route) => nameOf(route) !== name));
  if (bare.length > 0)
    throw new Error(`without a row in e2e/impatient/web-requests.ts: ${bare.map(nameOf).join(", ")}`);
  if (gone.length > 0) throw new Error(`rows of e2e/impatient/web-requests.ts without an address: ${gone.join(", ")}`);
  return known;
}

export async function webRequest(household: Household, route: WebRoute, random: SeededRandom): Promise<RawRequest> {
  const { webUrl } = household.programs;
  const { host, port } = new URL(webUrl);
  const sent = (await sentTo[nameOf(route)]?.(household, random)) ?? {};
  const address = sent.target ?? addressOf(route.path, household.ids);
  return {
    port: Number(port),
    method: route.method,
    target: sent.query === undefined ? address : `${address}?${sent.query}`,
    headers: {
      ...{ host, origin: webUrl, "sec-fetch-site": "same-origin", cookie: household.cookie },
      ...(sent.form === undefined
        ? { "content-type": "application/json" }
        : { "content-type": "application/x-www-form-urlencoded" }),
      ...sent.headers,
    },
    body: bodyOf(route, sent),
  };
}

function bodyOf({ method }: WebRoute, { json, body, form }: Sent): RawRequest["body"] {
  if (method === "GET" || body !== undefined) return body;
  if (form !== undefined) return new URLSearchParams(form).toString();
  return json === undefined ? "" : JSON.stringify(json);
}

export function addressOf(path: string, ids: Readonly<Record<string, string>>): string {
  return path.replace(/\[+(?:\.\.\.)?(\w+)\]+/g, (_, name: string) => {
    const id = ids[name];
    if (id === undefined) throw new Error(`${path}: there is nothing to put in the place of ${name}`);
    return encodeURIComponent(id);
  });
}

function pickPurchase(household: Household, random: SeededRandom): PurchaseAction {
  if (random.happens(0.2)) return pickBasket(household, random);
  const action = pickAction({ random, document: random.pick(household.documents) });
  // So that something is bought when everything is owned already.
  return random.happens(0.3) ? { ...action, epoch: "again" } : action;
}

function pickNew({ documents }: Household, random: SeededRandom): SinglePurchase {
  const { epoch: _, ...action } = pickAction({ random, document: random.pick(documents) });
  return action;
}

function pickBasket(household: Household, random: SeededRandom): PurchaseAction {
  return { kind: "basket", lines: Array.from({ length: 3 }, () => pickNew(household, random)) };
}

/** Of what is not sold now there is none: it is then asked for a question. */
async function quoteOf({ ask }: Household, action: PurchaseAction): Promise<Quote> {
  try {
    return await ask<Quote>(api.quote(), { action });
  } catch {
    return ask<Quote>(api.quote(), { action: { kind: "search_documents", input: { query: words[0] } } });
  }
}

function pickQuestion({ ids }: Household, random: SeededRandom) {
  return { question: random.pick(questions), security_codes: [ids["securityCode"]], budget: random.below(8) };
}

function planOf(household: Household, random: SeededRandom) {
  return household.ask<{ plan_id: string; most: number }>(askRoutes.plan(), pickQuestion(household, random));
}

function quoteIn(ids: Household["ids"], quote: string) {
  return { document_id: ids["documentId"], quote };
}

function someId<N extends string>(random: SeededRandom, list: readonly Readonly<Record<N, string>>[], name: N): string {
  return list.length === 0 ? "none" : encodeURIComponent(random.pick(list)[name]);
}

/** What the operator's page sends with a change: its id, and the key once more. */
function operatorAgain({ operatorKey }: Household, random: SeededRandom) {
  return { operator_key: operatorKey, change_id: `change-${random.below(1_000_000_000)}-0000000` };
}

/** The exported figures of a document. */
async function workbook({ programs, cookie }: Household): Promise<Sent> {
  const address = programs.webUrl + api.figuresFile("S100ZZZ1", { format: "xlsx" });
  const response = await fetch(address, { headers: { cookie } });
  if (!response.ok) throw new Error(`the figures answered ${response.status}`);
  return { body: new Uint8Array(await response.arrayBuffer()) };
}

/** In a session that was begun for this request. */
async function asOperator({ programs: { webUrl }, operatorKey }: Household, sent: Sent): Promise<Sent> {
  const response = await fetch(webUrl + operatorRoutes.signIn(), {
    method: "POST",
    headers: { origin: webUrl, "sec-fetch-site": "same-origin" },
    body: new URLSearchParams({ key: operatorKey }),
    redirect: "manual",
  });
  const cookie = response.headers.getSetCookie()[0]?.split(";")[0];
  if (cookie === undefined) throw new Error(`the operator's sign-in answered ${response.status}: no cookie`);
  return { ...sent, headers: { cookie } };
}

/** A session of somebody else, whose end is no loss, with a field of the account page's forms. */
async function guest({ programs, guestKey }: Household, field: string): Promise<{ cookie: string; value: string }> {
  for (;;) {
    const cookie = await programs.signIn(guestKey);
    const page = await fetch(programs.webUrl + routes.account(), { headers: { cookie } });
    const value = new RegExp(`name="${field}" value="([^"]+)"`).exec(await page.text())?.[1];
    // Another request may have ended this session at once.
    if (value !== undefined) return { cookie, value };
  }
}
