import { randomBytes } from "node:crypto";
import { request as fetchFrom } from "undici";
import { z } from "zod";
import { logEvent } from "../../../log.ts";
import { networkOf } from "../../../owners/network.ts";
import { addOauthClient, countRegistrations, findOauthClient, forgetUnusedOauthClients } from "../../../store/oauth.ts";
import type { Store } from "../../../store/store.ts";
import { makePublicAgent, type OutsideNetwork } from "../../../upstream/public-agent.ts";
import { isRedirectAddress } from "./addresses.ts";
import { OauthProblem } from "./problems.ts";

/** A program that asks for a grant. */
export interface OauthClient {
  readonly clientId: string;
  /** As the program calls itself: nobody has checked it. */
  readonly name: string;
  readonly redirects: readonly string[];
  /** The host of its metadata document, which it controls; null for one that registered itself. */
  readonly host: string | null;
}

const redirectsMax = 10;
const nameLengthMax = 60;
const hourMs = 3_600_000;
const registrationsPerHour = 20;
const unusedClientsMax = 1_000;

const Redirects = z.array(z.string().refine(isRedirectAddress)).min(1).max(redirectsMax);
const Name = z.string().trim().max(1_000).optional();
const Registration = z.object({ redirect_uris: Redirects, client_name: Name });

/** RFC 7591, for programs without a secret. Few from one network, so that nobody fills the table. */
export async function registerClient(store: Store, raw: unknown, peer: string, nowMs: number): Promise<unknown> {
  const parsed = Registration.safeParse(raw);
  if (!parsed.success) {
    const isRedirect = parsed.error.issues.some(({ path }) => path[0] === "redirect_uris");
    throw new OauthProblem(
      isRedirect ? "invalid_redirect_uri" : "invalid_client_metadata",
      isRedirect
        ? `Send 1 to ${redirectsMax} redirect_uris, each https or http on the reader's own machine, without a fragment.`
        : `These fields are not as they should be: ${parsed.error.issues.map(({ path }) => path.join(".")).join(", ")}.`,
    );
  }
  const { redirect_uris, client_name } = parsed.data;
  const network = networkOf(peer);
  const clientId = `hkp_${randomBytes(16).toString("base64url")}`;
  const name = shortName(client_name);
  await store.atomically(async () => {
    if ((await countRegistrations(store, network, nowMs - hourMs)) >= registrationsPerHour) {
      logEvent("request_refused", { peer, reason: "too_many_registrations" });
      throw new OauthProblem("too_many_requests", "Too many programs were registered from this network.", 429);
    }
    await addOauthClient(store, {
      client_id: clientId,
      name,
      redirect_addresses: JSON.stringify(redirect_uris),
      network,
      registered_at: nowMs,
    });
    await forgetUnusedOauthClients(store, unusedClientsMax);
  }, "oauth_clients");
  return {
    client_id: clientId,
    client_id_issued_at: Math.floor(nowMs / 1000),
    client_name: name,
    redirect_uris,
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
    token_endpoint_auth_method: "none",
  };
}

/** Undefined where there is none, or its document is not what it has to be. */
export async function findClient(
  store: Store,
  clientId: string,
  network: OutsideNetwork,
): Promise<OauthClient | undefined> {
  if (/^https?:\/\//i.test(clientId)) return fetchClient(clientId, network);
  const row = await findOauthClient(store, clientId);
  if (row === undefined) return undefined;
  const redirects = Redirects.parse(JSON.parse(row.redirect_addresses));
  return { clientId, name: row.name, redirects, host: null };
}

const documentBytesMax = 16 * 1024;
const documentTimeoutMs = 5_000;

const Document = z.object({ client_id: z.string(), client_name: Name, redirect_uris: Redirects });

/**
 * A client id metadata document: the program's name is the address of a document with its redirect addresses. It is
 * fetched only for who is signed in, through the guard against private addresses; no redirect is followed.
 */
async function fetchClient(clientId: string, network: OutsideNetwork): Promise<OauthClient | undefined> {
  if (!isDocumentAddress(clientId, network)) return undefined;
  const agent = makePublicAgent(network, { timeoutMs: documentTimeoutMs });
  try {
    const answer = await fetchFrom(clientId, {
      dispatcher: agent,
      headers: { accept: "application/json", "user-agent": "hiraku-oauth" },
      signal: AbortSignal.timeout(documentTimeoutMs),
    });
    const chunks: Buffer[] = [];
    let length = 0;
    for await (const chunk of answer.body) {
      const bytes = Buffer.from(chunk);
      length += bytes.length;
      if (length > documentBytesMax) return undefined;
      chunks.push(bytes);
    }
    if (answer.statusCode !== 200) return undefined;
    const document = Document.parse(JSON.parse(Buffer.concat(chunks).toString("utf8")));
    if (document.client_id !== clientId) return undefined;
    const name = shortName(document.client_name);
    return { clientId, name, redirects: document.redirect_uris, host: new URL(clientId).host };
  } catch {
    // Whatever a stranger's server does: there is no such program.
    return undefined;
  } finally {
    await agent.destroy();
  }
}

function isDocumentAddress(text: string, network: OutsideNetwork): boolean {
  if (text.length > 500 || !URL.canParse(text)) return false;
  const url = new URL(text);
  const isSecure = url.protocol === "https:" || (network === "any" && url.protocol === "http:");
  return isSecure && url.href === text && url.pathname !== "/" && url.hash === "" && url.username + url.password === "";
}

/** Without control characters, which could turn the words around it. */
function shortName(text: string | undefined): string {
  const clean = (text ?? "").replaceAll(/[\p{Cc}\p{Cf}]/gu, "").trim();
  return Array.from(clean).slice(0, nameLengthMax).join("") || "Program";
}
