import type { Migration } from "./migration.ts";

/** The mail that tells an owner once a day what is new. */
export const dailyMailsMigrations: readonly Migration[] = [
  {
    id: "daily-mails-1",
    sql: `
      -- One row for an owner, which stays when the mail is ended: what was sent on a day is not sent again.
      create table daily_mails (
        owner_id text primary key references owners (owner_id) on delete cascade,
        state text not null check (state in ('asked', 'confirmed', 'ended')),
        upstream text not null,
        -- Null once it is ended.
        sealed_address text,
        locale text not null check (locale in ('en', 'ja')),
        hour integer not null check (hour between 0 and 23),
        -- What ends it is in every mail; what confirms it is in one, of which a hash is enough.
        sealed_token text not null,
        token_hash text not null unique,
        confirm_hash text unique,
        asked_at integer not null,
        -- The last day, in Japan, whose mail was taken by a process.
        taken_day text,
        outcome text check (outcome in ('taken', 'empty', 'sent', 'again', 'refused', 'unknown')),
        attempts integer not null default 0,
        next_at integer not null default 0,
        -- Up to which row of update_sources the mails have told.
        through_seq integer not null default 0
      ) strict, without rowid;
      -- Requests to confirm an address, of the last day, by a mark that does not reveal the address.
      create table mail_requests (
        request_id text primary key,
        owner_id text not null references owners (owner_id) on delete cascade,
        address_mark text not null,
        at integer not null
      ) strict, without rowid;
    `,
  },
  {
    id: "daily-mails-2",
    sql: `
      -- 1 from the day of which it is not known that its mail arrived, until one is sent that says so.
      alter table daily_mails add column may_lack integer not null default 0;
    `,
  },
];
