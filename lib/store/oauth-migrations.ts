import type { Migration } from "./migration.ts";

/** The tables of OAuth: programs that registered themselves, and what readers granted them. */
export const oauthMigrations: readonly Migration[] = [
  {
    id: "oauth-1",
    sql: `
      -- A program that registered itself. One that is known by an address of its own (a metadata document) has no row.
      create table oauth_clients (
        client_id text primary key,
        name text not null,
        redirect_addresses text not null,
        network text not null,
        registered_at integer not null
      ) strict;
      create index oauth_clients_by_network on oauth_clients (network, registered_at);
      create index oauth_clients_by_time on oauth_clients (registered_at);
      -- What a reader granted: the token that it is for has caps, expiry and permissions. All secrets are hashes; the
      -- code, and every access and refresh token of the grant, name it by their first part.
      create table oauth_grants (
        token_id text primary key references agent_tokens (token_id),
        family_hash text not null unique,
        client_id text not null,
        redirect_address text not null,
        resource text not null,
        challenge text not null,
        code_hash text not null,
        code_expires_at integer not null,
        code_used_at integer,
        -- The last day that was chosen; the token has it once the code is used.
        ends_at integer not null,
        access_hash text,
        access_expires_at integer,
        refresh_hash text
      ) strict;
      create index oauth_grants_by_client on oauth_grants (client_id);
    `,
  },
];
