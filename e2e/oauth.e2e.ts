import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import {
  Client,
  type OAuthClientProvider,
  type StoredOAuthClientInformation,
  type StoredOAuthTokens,
  StreamableHTTPClientTransport,
} from "@modelcontextprotocol/client";
import { expect, type Page, test } from "@playwright/test";
import { z } from "zod";
import { toolFacts } from "../lib/spending/programs/testing/tool-facts.ts";
import { newKey } from "./access.ts";
import { findMarket } from "./market.ts";
import { webUrl } from "./ports.ts";

const door = new URL("/api/mcp", webUrl);
const Outline = z.object({
  sections: z.array(z.object({ section_id: z.string(), owned: z.boolean(), price_max: z.number() })),
});
const Facts = z.looseObject({ money: z.record(z.string(), z.number().nullable()) });

/** What a program stores that knows an address and nothing else. */
class Program implements OAuthClientProvider {
  asked: URL | undefined;
  private client: StoredOAuthClientInformation | undefined;
  private saved: StoredOAuthTokens | undefined;
  private verifier = "";
  readonly redirectUrl: string;

  constructor(redirectUrl: string) {
    this.redirectUrl = redirectUrl;
  }
  get clientMetadata() {
    return {
      ...{ client_name: "Notebook of a colleague", redirect_uris: [this.redirectUrl] },
      token_endpoint_auth_method: "none",
    };
  }
  state() {
    return "state of the program";
  }
  clientInformation() {
    return this.client;
  }
  saveClientInformation(client: StoredOAuthClientInformation) {
    this.client = client;
  }
  tokens() {
    return this.saved;
  }
  saveTokens(tokens: StoredOAuthTokens) {
    this.saved = tokens;
  }
  redirectToAuthorization(url: URL) {
    this.asked = url;
  }
  saveCodeVerifier(verifier: string) {
    this.verifier = verifier;
  }
  codeVerifier() {
    return this.verifier;
  }
}

/** Where the program waits for its answer, on its reader's machine. */
async function openWaiting() {
  const { promise: answer, resolve } = Promise.withResolvers<URLSearchParams>();
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://127.0.0.1");
    if (url.pathname === "/back") resolve(url.searchParams);
    response.setHeader("content-type", "text/html").end("<h1>You can close this page.</h1>");
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return { address: `http://127.0.0.1:${address.port}/back`, answer, close: () => server.close() };
}

/** Each request of the program with its outcome, secrets left out. */
const transcript: string[] = [];
const recorded: typeof fetch = async (input, init) => {
  const { method, url } = new Request(input, init);
  const answer = await fetch(input, init);
  const { pathname } = new URL(url);
  const form = init?.body instanceof URLSearchParams ? ` ${init.body.get("grant_type")}` : "";
  const call = /"method":"(tools\/call|[\w/]+)"(?:.*?"name":"(\w+)")?/.exec(
    typeof init?.body === "string" ? init.body : "",
  );
  const asked =
    call === null ? form : ` ${[call[1], call[1] === "tools/call" ? call[2] : undefined].filter(Boolean).join(" ")}`;
  transcript.push(`${method} ${pathname}${asked} → ${answer.status}`);
  return answer;
};

const transportOf = (program: Program) =>
  new StreamableHTTPClientTransport(door, { authProvider: program, fetch: recorded });
const newClient = () =>
  new Client({ name: "e2e", version: "1" }, { versionNegotiation: { mode: { pin: "2026-07-28" } } });

/** The program begins with the bare address, and is sent to its reader. */
async function asks(program: Program): Promise<{ page: string; transport: StreamableHTTPClientTransport }> {
  const transport = transportOf(program);
  await expect(newClient().connect(transport)).rejects.toThrow();
  if (program.asked === undefined) throw new Error("the program was not sent to its reader");
  return { page: program.asked.href, transport };
}

async function look(page: Page, name: string): Promise<void> {
  const folder = process.env["HIRAKU_E2E_SHOTS"];
  if (folder === undefined) return;
  for (const width of [1440, 390]) {
    for (const colorScheme of ["light", "dark"] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      await page.screenshot({ path: `${folder}/${name}-${width}-${colorScheme}.png`, fullPage: true });
    }
  }
  await page.setViewportSize({ width: 1440, height: 900 });
}

test("a program goes from the bare address through sign-in and consent to a bought section, until it is revoked", async ({
  browser,
  request,
}, testInfo) => {
  const { another } = await findMarket(request);
  const waiting = await openWaiting();
  const program = new Program(waiting.address);
  const { page: consentPage, transport } = await asks(program);

  const page = await (await browser.newContext({ storageState: { cookies: [], origins: [] } })).newPage();
  await page.goto(consentPage);
  await page.getByLabel(/API key/).fill(newKey(40).key);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "A program asks for access" })).toBeVisible();
  await expect(page.getByText(new URL(waiting.address).host, { exact: true })).toBeVisible();
  await page.getByRole("radio", { name: "spend within limits" }).check();
  await page.getByLabel("Credits a day at most").fill("9");
  await look(page, "consent-en");
  await page.getByRole("button", { name: "Allow" }).click();
  await expect(page.locator("main").getByRole("alert")).toContainText("Confirm first that the key may be kept.");
  await page.getByRole("checkbox", { name: "Yes, keep the key for this" }).check();
  await page.getByRole("button", { name: "Allow" }).click();
  await expect(page.getByRole("heading", { name: "You can close this page." })).toBeVisible();
  transcript.push("(the reader signs in at /account/authorize, chooses caps, and allows it)");
  const answer = await waiting.answer;
  waiting.close();
  expect(answer.get("state")).toBe("state of the program");
  await transport.finishAuth(answer);

  const client = newClient();
  await client.connect(transportOf(program));
  const call = async (name: string, args: Record<string, unknown>) =>
    Facts.parse(toolFacts(await client.callTool({ name, arguments: args })));
  const { document_id } = another;
  const { sections } = Outline.parse(await call("outline", { document_id, depth: 9 }));
  const cheap = sections.find((each) => !each.owned && each.price_max >= 1 && each.price_max <= 3);
  if (cheap === undefined) throw new Error("no cheap section");
  const read = await call("read", { document_id, section_id: cheap.section_id, max_credits: cheap.price_max });
  expect(read.money["charged"]).toBe(cheap.price_max);
  expect(await call("read", { document_id, section_id: cheap.section_id, max_credits: 0 })).toMatchObject({
    money: { charged: 0 },
  });

  transcript.push("(the reader revokes the token on the account page)");
  await page.goto(`${webUrl}/library/spending`);
  await expect(page.getByText("by Notebook of a colleague").first()).toBeVisible();
  await page.goto(`${webUrl}/account/agents`);
  await page.getByRole("button", { name: "Revoke the token Notebook of a colleague" }).click();
  await page.getByRole("button", { name: "Revoke for good?" }).click();
  await expect(page.getByRole("listitem").filter({ hasText: "Notebook of a colleague" })).toContainText("Revoked.");
  const refused = await fetch(door, {
    method: "POST",
    headers: { authorization: `Bearer ${program.tokens()?.access_token}`, "content-type": "application/json" },
    body: "{}",
  });
  expect([refused.status, await refused.json()]).toMatchObject([401, { code: "token_ended" }]);
  await expect(call("ledger", {})).rejects.toThrow();
  await testInfo.attach("transcript", { body: transcript.join("\n"), contentType: "text/plain" });
  const file = process.env["HIRAKU_E2E_TRANSCRIPT"];
  if (file !== undefined) writeFileSync(file, `${transcript.join("\n")}\n`);
});

test("a reader who declines is led back to the program, and one with a wrong address nowhere", async ({ page }) => {
  const waiting = await openWaiting();
  const { page: consentPage } = await asks(new Program(waiting.address));
  const wrong = new URL(consentPage);
  wrong.searchParams.set("redirect_uri", "https://thief.example/back");
  await page.goto(wrong.href);
  await expect(page.getByRole("heading", { name: "This can’t be granted" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Back to the program" })).toHaveCount(0);
  const plain = new URL(consentPage);
  plain.searchParams.set("code_challenge_method", "plain");
  await page.goto(plain.href);
  await expect(page.getByRole("link", { name: "Back to the program" })).toHaveAttribute(
    "href",
    /error=invalid_request/,
  );
  await page.context().addCookies([{ name: "hiraku-view", value: "locale=ja&theme=system", url: webUrl }]);
  await page.goto(consentPage);
  await look(page, "consent-ja");
  await page.locator("main form button[type=button]").click();
  await expect(page.getByRole("heading", { name: "You can close this page." })).toBeVisible();
  expect(Object.fromEntries(await waiting.answer)).toMatchObject({ error: "access_denied" });
  waiting.close();
});
