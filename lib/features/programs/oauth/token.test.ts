import { createHash } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { secretVersions } from "../../../owners/secrets.ts";
import { listAgentTokens } from "../../../store/agent-tokens.ts";
import { addOauthClient, countRegistrations, findOauthClient, forgetUnusedOauthClients } from "../../../store/oauth.ts";
import type { Store } from "../../../store/store.ts";
import { openTestStore } from "../../../store/testing/test-store.ts";
import { testService } from "../../../testing/test-service.ts";
import { grantCode } from "./authorize.ts";
import { findAccess, issueTokens } from "./token.ts";

const secrets = secretVersions(["a secret of at least thirty-two characters"]);
const service = testService();
const nowMs = Date.UTC(2026, 10, 22, 3);
const origin = "http://localhost:3000";
const resource = `${origin}/api/mcp`;
const redirect = "https://program.example/back";
const verifier = "v".repeat(43);
const owner = { ownerId: "own_ann", upstream: { service, baseUrl: "http://service.test", key: "k", keyId: "key-1" } };
const asked = {
  client: { clientId: "hkp_1", name: "Notebook", redirects: [redirect], host: null },
  ...{ redirect, state: null, resource, scopeMax: "spend" as const },
  challenge: createHash("sha256").update(verifier).digest("base64url"),
};
const wanted = { name: "Notebook", scope: "spend" as const, dailyCap: 5, totalCap: 9, days: 30, consent: true };

let store: Store;
beforeEach(() => {
  store = openTestStore();
});

const exchange = async (code: string) =>
  issueTokens(
    store,
    new URLSearchParams({ grant_type: "authorization_code", code, client_id: "hkp_1", code_verifier: verifier }),
    nowMs,
  );
const refresh = async (refresh_token: string) =>
  issueTokens(store, new URLSearchParams({ grant_type: "refresh_token", refresh_token, client_id: "hkp_1" }), nowMs);
const grant = async () => {
  const address = await grantCode(asked, wanted, { safe: { store, secrets }, owner, origin, nowMs });
  return new URL(address).searchParams.get("code") ?? "";
};
const stateOf = async (token: string) => {
  const found = await findAccess(store, token, { resource, nowMs });
  return typeof found === "string" ? found : "valid";
};

describe("a grant, on either engine", () => {
  test("of two requests with one code gives tokens to one, and ends with the second", async () => {
    const code = await grant();
    const answers = await Promise.allSettled([exchange(code), exchange(code)]);
    expect(answers.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    for (const answer of answers) {
      if (answer.status === "fulfilled") expect(await stateOf(answer.value.access_token)).not.toBe("unknown");
    }
    expect((await listAgentTokens(store, "own_ann"))[0]?.revoked_at).toBe(nowMs);
  });

  test("lasts until its last day once the code was used", async () => {
    const { access_token } = await exchange(await grant());
    expect(await stateOf(access_token)).toBe("valid");
    expect((await listAgentTokens(store, "own_ann"))[0]?.expires_at).toBe(nowMs + 30 * 24 * 3_600_000);
  });

  test("of two refreshes with one token ends, whichever came first", async () => {
    const { refresh_token } = await exchange(await grant());
    const answers = await Promise.allSettled([refresh(refresh_token), refresh(refresh_token)]);
    expect(answers.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect((await listAgentTokens(store, "own_ann"))[0]?.revoked_at).toBe(nowMs);
  });
});

test("of registered programs that nobody granted anything the newest stay, and those with a grant", async () => {
  await grant();
  for (const at of [1, 2, 3, 4]) {
    await addOauthClient(store, {
      ...{ client_id: `hkp_${at}`, name: "Notebook", redirect_addresses: "[]" },
      ...{ network: "192.0.2.1", registered_at: at },
    });
  }
  expect(await countRegistrations(store, "192.0.2.1", 2)).toBe(2);
  await forgetUnusedOauthClients(store, 2);
  const left = await Promise.all([1, 2, 3, 4].map((at) => findOauthClient(store, `hkp_${at}`)));
  expect(left.map((each) => each?.client_id)).toEqual(["hkp_1", undefined, "hkp_3", "hkp_4"]);
});
