import { indexedWords } from "../text/library-words.ts";
import type { ArtifactRow } from "./artifacts.ts";
import type { Store } from "./database.ts";
import { type BoundValues, itemRows } from "./library-items.ts";
import { isAnyOf, placeholders } from "./lists.ts";
import type { LineRow } from "./purchase-lines.ts";
import type { Taking } from "./purchases.ts";

/** The owner's view of what was bought: the searchable library, the ledger's lines, and the sums above them. */

export interface LineFilter {
  readonly owner_id: string;
  readonly from?: number | undefined;
  readonly until?: number | undefined;
  readonly kinds?: readonly string[] | undefined;
  readonly states?: readonly string[] | undefined;
  readonly label?: string | undefined;
  readonly security_code?: string | undefined;
  readonly intent_id?: string | undefined;
  readonly task_id?: string | undefined;
  readonly before?: LinePlace | undefined;
  readonly limit: number;
}

/** Charges of one moment stand in the order of the balance after them. */
export interface LinePlace {
  readonly at: number;
  readonly balance: number;
  readonly id: string;
}

export function placeOfLine({ charged_at, balance, intent_id }: LineRow): LinePlace {
  return { at: charged_at, balance: balance ?? noBalance, id: intent_id };
}

/** More than any balance: what charged nothing comes before what did. */
const noBalance = 1e15;
const lineOrder = [
  "coalesce(intents.settled_at, intents.opened_at)",
  `-coalesce(ledger.balance, ${noBalance})`,
  "intents.intent_id",
];

const lineColumns = `
  intents.intent_id, intents.opened_at, coalesce(intents.settled_at, intents.opened_at) as charged_at, ledger.at,
  intents.kind, intents.params, intents.state, intents.document_id,
  intents.page_number, intents.original_id, ledger.credits, intents.credits_max, ledger.balance, intents.label,
  intents.subject, intents.error, artifacts.hit_count, artifacts.unreadable, cards.title, cards.document_type,
  cards.security_code, cards.issuer_name, cards.issuer_name_en, cards.toc,
  case agent_tokens.own when 0 then agent_tokens.name end as agent_name, intent_agents.task_id, agent_tasks.title as task_title`;
const lineTables = `
  intents left join ledger using (intent_id) left join artifacts on artifacts.intent_id = intents.intent_id
  left join document_cards cards on cards.owner_id = intents.owner_id and cards.upstream = intents.upstream
    and cards.document_id = intents.document_id
  left join intent_agents on intent_agents.intent_id = intents.intent_id
  left join agent_tokens on agent_tokens.token_id = intent_agents.token_id
  left join agent_tasks on agent_tasks.task_id = intent_agents.task_id`;
export function libraryRows(store: Store) {
  const sql = {
    card: store.prepare<[string, string, string | null], Pick<LineRow, "title" | "issuer_name" | "security_code">>(
      `select title, issuer_name, security_code from document_cards
       where owner_id = ? and upstream = ? and document_id = ?`,
    ),
    subject: store.prepare<[string], { subject: string | null }>("select subject from intents where intent_id = ?"),
    unread: store.prepare<object, { intent_id: string }>(
      `select intent_id from artifacts join intents using (intent_id) where unreadable = @mark
         and (@isAlone = 1 or runner is null or runner = @runner or lease_until is null or lease_until < @now)`,
    ),
    keepPartial: store.prepare<[string, string, number]>(
      `insert into replaced_bodies (intent_id, sha256, reason, replaced_at) values (?, ?, 'broke off', ?)
       on conflict (intent_id, sha256) do nothing`,
    ),
    labels: store.prepare<[string], { label: string }>(
      "select distinct label from intents where owner_id = ? and label is not null order by label limit 200",
    ),
    byDay: store.prepare<[string, number, number], { day: number; credits: number }>(
      `select (opened_at + ${japanMs}) / ${dayMs} as day, sum(coalesce(credits, ledger.credits_max)) as credits
       from ledger join intents using (intent_id) where ledger.owner_id = ? and opened_at >= ? and opened_at < ?
       group by 1 order by 1`,
    ),
    byIssuer: store.prepare<[string, number, number], IssuerSpendingRow>(
      `select cards.security_code, max(cards.issuer_name) as issuer_name, max(cards.issuer_name_en) as issuer_name_en,
         sum(coalesce(ledger.credits, ledger.credits_max)) as credits
       from ${lineTables} where intents.owner_id = ? and intents.opened_at >= ? and intents.opened_at < ?
         and ledger.intent_id is not null
       group by cards.security_code having sum(coalesce(ledger.credits, ledger.credits_max)) > 0
       order by credits desc, cards.security_code nulls first limit 200`,
    ),
    byLabel: store.prepare<[string, number, number], { label: string | null; credits: number }>(
      `select intents.label, sum(coalesce(ledger.credits, ledger.credits_max)) as credits
       from ledger join intents using (intent_id) where ledger.owner_id = ? and opened_at >= ? and opened_at < ?
       group by intents.label having sum(coalesce(ledger.credits, ledger.credits_max)) > 0
       order by credits desc, intents.label limit 200`,
    ),
    ownedIssuers: store.prepare<[string], OwnedIssuerRow>(
      `select cards.security_code, max(cards.issuer_name) as issuer_name, max(cards.issuer_name_en) as issuer_name_en,
         count(*) as count
       from artifacts join document_cards cards on cards.owner_id = artifacts.owner_id
         and cards.upstream = artifacts.upstream and cards.document_id = artifacts.document_id
       where artifacts.owner_id = ? and cards.security_code is not null
       group by cards.security_code order by cards.security_code limit 1000`,
    ),
    neverOpened: store.prepare<[string], Sum>(
      `select count(*) as count, coalesce(sum(coalesce(ledger.credits, ledger.credits_max)), 0) as credits
       from artifacts join ledger using (intent_id) where artifacts.owner_id = ? and not exists
         (select 1 from opens where opens.owner_id = artifacts.owner_id and opens.artifact_id = artifacts.artifact_id)`,
    ),
    unknown: store.prepare<[string], Sum>(
      `select count(*) as count, coalesce(sum(credits_max), 0) as credits from intents
       where owner_id = ? and state = 'unknown'`,
    ),
    firstAt: store.prepare<[string], { at: number | null }>(
      "select min(opened_at) as at from intents where owner_id = ?",
    ),
  };

  return {
    /** Title, issuer, code and subject, with the words of the text itself. Called in a transaction. */
    async indexWords(artifact: ArtifactRow, wordsOfText: string): Promise<void> {
      const { owner_id: ownerId, artifact_id: artifactId, upstream, document_id, intent_id } = artifact;
      const card = await sql.card.get(ownerId, upstream, document_id);
      const head = [card?.title, card?.issuer_name, card?.security_code].map((part) => part ?? "").join(" ");
      const subject = (await sql.subject.get(intent_id))?.subject ?? "";
      const words = [indexedWords([head, subject].join(" \u0000 ")), wordsOfText]
        .filter((each) => each !== "")
        .join(" ");
      await store.words.put({ ownerId, artifactId, words });
    },

    /** Stored and not read yet, without those that another living process is reading. */
    async unread(mark: string, { runner, now, isAlone }: Omit<Taking, "lease_until">): Promise<string[]> {
      return (await sql.unread.all({ mark, runner, now, isAlone: Number(isAlone) })).map((row) => row.intent_id);
    },
    /** The received part of an answer that broke off and can't be requested again. */
    keepPartial: async (intentId: string, sha256: string, at: number) => {
      await sql.keepPartial.run(intentId, sha256, at);
    },

    async lines(filter: LineFilter): Promise<LineRow[]> {
      const { where, values } = lineWhere(filter);
      const order = lineOrder.map((each) => `${each} desc`).join(", ");
      const text = `select ${lineColumns} from ${lineTables} where ${where} order by ${order} limit ?`;
      return store.prepare<BoundValues, LineRow>(text).all(...values, filter.limit);
    },
    async countLines(filter: LineFilter): Promise<number> {
      const { where, values } = lineWhere({ ...filter, before: undefined });
      const text = `select count(*) as count from ${lineTables} where ${where}`;
      return Number((await store.prepare<BoundValues, { count: number }>(text).get(...values))?.count);
    },
    ...itemRows(store),
    async setLabel(ownerId: string, intentIds: readonly string[], label: string | null): Promise<number> {
      const text = `update intents set label = ? where owner_id = ? and ${isAnyOf("intent_id", intentIds)}`;
      return (await store.prepare(text).run(label, ownerId, ...intentIds)).changes;
    },
    labels: async (ownerId: string) => (await sql.labels.all(ownerId)).map((row) => row.label),
    /** Credits by Japanese day; a charge that is not known counts with its maximum. */
    async byDay(ownerId: string, from: number, until: number): Promise<{ day: string; credits: number }[]> {
      const rows = await sql.byDay.all(ownerId, from, until);
      return rows.map(({ day, credits }) => ({
        day: new Date(Number(day) * dayMs).toISOString().slice(0, 10),
        credits: Number(credits),
      }));
    },
    async byIssuer(ownerId: string, from: number, until: number): Promise<IssuerSpendingRow[]> {
      const rows = await sql.byIssuer.all(ownerId, from, until);
      return rows.map((row) => ({ ...row, credits: Number(row.credits) }));
    },
    async byLabel(ownerId: string, from: number, until: number): Promise<{ label: string | null; credits: number }[]> {
      const rows = await sql.byLabel.all(ownerId, from, until);
      return rows.map((row) => ({ ...row, credits: Number(row.credits) }));
    },
    async ownedIssuers(ownerId: string): Promise<OwnedIssuerRow[]> {
      const rows = await sql.ownedIssuers.all(ownerId);
      return rows.map((row) => ({ ...row, count: Number(row.count) }));
    },
    neverOpened: async (ownerId: string) => sumOf(await sql.neverOpened.get(ownerId)),
    unknown: async (ownerId: string) => sumOf(await sql.unknown.get(ownerId)),
    firstAt: async (ownerId: string) => (await sql.firstAt.get(ownerId))?.at ?? null,
  };
}

const japanMs = 9 * 3_600_000;
const dayMs = 24 * 3_600_000;

interface Sum {
  readonly count: number;
  readonly credits: number;
}

function sumOf(row: Sum | undefined): Sum {
  return { count: Number(row?.count ?? 0), credits: Number(row?.credits ?? 0) };
}

export interface IssuerSpendingRow {
  readonly security_code: string | null;
  readonly issuer_name: string | null;
  readonly issuer_name_en: string | null;
  readonly credits: number;
}

export interface OwnedIssuerRow {
  readonly security_code: string;
  readonly issuer_name: string | null;
  readonly issuer_name_en: string | null;
  readonly count: number;
}

export type LibraryRows = ReturnType<typeof libraryRows>;

function lineWhere(filter: LineFilter): { where: string; values: BoundValues } {
  const parts = ["intents.owner_id = ?"];
  const values: BoundValues = [filter.owner_id];
  const add = (part: string, ...bound: BoundValues) => {
    parts.push(part);
    values.push(...bound);
  };
  if (filter.from !== undefined) add("intents.opened_at >= ?", filter.from);
  if (filter.until !== undefined) add("intents.opened_at < ?", filter.until);
  if (filter.kinds?.length) add(`intents.kind in (${placeholders(filter.kinds)})`, ...filter.kinds);
  if (filter.states?.length) add(`intents.state in (${placeholders(filter.states)})`, ...filter.states);
  if (filter.label !== undefined) add("coalesce(intents.label, '') = ?", filter.label);
  if (filter.security_code !== undefined) add("cards.security_code = ?", filter.security_code);
  if (filter.intent_id !== undefined) add("intents.intent_id = ?", filter.intent_id);
  if (filter.task_id !== undefined) add("intent_agents.task_id = ?", filter.task_id);
  if (filter.before !== undefined) {
    const { at, balance, id } = filter.before;
    add("coalesce(intents.settled_at, intents.opened_at) <= ?", at);
    add(`(${lineOrder.join(", ")}) < (?, ?, ?)`, at, -balance, id);
  }
  return { where: parts.join(" and "), values };
}
