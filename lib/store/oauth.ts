import type { Store } from "./store.ts";

export interface OauthClientRow {
  readonly client_id: string;
  readonly name: string;
  /** A JSON list. */
  readonly redirect_addresses: string;
  readonly network: string;
  readonly registered_at: number;
}

export interface OauthGrantRow {
  readonly token_id: string;
  readonly family_hash: string;
  readonly client_id: string;
  readonly redirect_address: string;
  readonly resource: string;
  readonly challenge: string;
  readonly code_hash: string;
  readonly code_expires_at: number;
  readonly code_used_at: number | null;
  readonly ends_at: number;
  readonly access_hash: string | null;
  readonly access_expires_at: number | null;
  readonly refresh_hash: string | null;
}

export function findOauthClient(store: Store, clientId: string): Promise<OauthClientRow | undefined> {
  return store.prepare<[string], OauthClientRow>("select * from oauth_clients where client_id = ?").get(clientId);
}

export async function addOauthClient(store: Store, row: OauthClientRow): Promise<void> {
  await store
    .prepare<OauthClientRow>(
      `insert into oauth_clients (client_id, name, redirect_addresses, network, registered_at)
       values (@client_id, @name, @redirect_addresses, @network, @registered_at)`,
    )
    .run(row);
}

export async function countRegistrations(store: Store, network: string, sinceMs: number): Promise<number> {
  const row = await store
    .prepare<[string, number], { count: number }>(
      "select count(*) as count from oauth_clients where network = ? and registered_at > ?",
    )
    .get(network, sinceMs);
  return Number(row?.count);
}

/** Of those that nobody granted anything only the newest stay. */
export async function forgetUnusedOauthClients(store: Store, unusedMax: number): Promise<void> {
  await store
    .prepare(
      `delete from oauth_clients where client_id in (
         select client_id from oauth_clients
         where not exists (select 1 from oauth_grants where oauth_grants.client_id = oauth_clients.client_id)
         order by registered_at desc, client_id limit 1000000 offset @unusedMax)`,
    )
    .run({ unusedMax });
}

export async function addOauthGrant(store: Store, row: OauthGrantRow): Promise<void> {
  await store
    .prepare<OauthGrantRow>(
      `insert into oauth_grants (token_id, family_hash, client_id, redirect_address, resource, challenge, code_hash,
         code_expires_at, code_used_at, ends_at, access_hash, access_expires_at, refresh_hash)
       values (@token_id, @family_hash, @client_id, @redirect_address, @resource, @challenge, @code_hash,
         @code_expires_at, @code_used_at, @ends_at, @access_hash, @access_expires_at, @refresh_hash)`,
    )
    .run(row);
}

export function findOauthGrant(store: Store, familyHash: string): Promise<OauthGrantRow | undefined> {
  return store.prepare<[string], OauthGrantRow>("select * from oauth_grants where family_hash = ?").get(familyHash);
}

interface IssuedTokens {
  readonly tokenId: string;
  readonly accessHash: string;
  readonly accessExpiresAt: number;
  readonly refreshHash: string;
}

/** The tokens that hold from now on; those before them end. */
export async function putOauthTokens(store: Store, issued: IssuedTokens): Promise<void> {
  await store
    .prepare(
      `update oauth_grants set access_hash = @accessHash, access_expires_at = @accessExpiresAt,
         refresh_hash = @refreshHash where token_id = @tokenId`,
    )
    .run({ ...issued });
}

/** The code is used up; its token now lasts until the day that was chosen. */
export async function useOauthCode(store: Store, grant: OauthGrantRow, nowMs: number): Promise<void> {
  await store.prepare("update oauth_grants set code_used_at = ? where token_id = ?").run(nowMs, grant.token_id);
  await store.prepare("update agent_tokens set expires_at = ? where token_id = ?").run(grant.ends_at, grant.token_id);
}
