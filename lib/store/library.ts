import { indexedWords } from "./library-words.ts";
import type { ArtifactRow } from "./artifacts.ts";
import type { Store } from "./database.ts";
import { type BoundValues, itemRows, placeholders } from "./library-items.ts";
import type { LineRow } from "./purchase-lines.ts";

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

/** Where a line stands in the ledger. Charges of one moment stand in the order of what they left. */
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
  cards.security_code, cards.issuer_name, json_extract(cards.summary, '$.issuer_name_en') as issuer_name_en, cards.toc,
  agent_tokens.name as agent_name, intent_agents.task_id, agent_tasks.title as task_title`;
const lineTables = `
  intents left join ledger using (intent_id) left join artifacts on artifacts.intent_id = intents.intent_id
  left join document_cards cards on cards.owner_id = intents.owner_id and cards.upstream = intents.upstream
    and cards.document_id = intents.document_id
  left join intent_agents on intent_agents.intent_id = intents.intent_id
  left join agent_tokens on agent_tokens.token_id = intent_agents.token_id
  left join agent_tasks on agent_tasks.task_id = intent_agents.task_id`;
export function libraryRows(store: Store) {
  const prepare = (text: string) => store.prepare<unknown[]>(text);
  const prepared = new Map<string, ReturnType<typeof prepare>>();
  /** SQL is put together only from texts in this file; values are always bound. */
  const statement = (text: string) => {
    const known = prepared.get(text) ?? prepare(text);
    prepared.set(text, known);
    return known;
  };
  const addRow = store.prepare<[string, string]>(
    "insert into owned_word_rows (owner_id, artifact_id) values (?, ?) on conflict do nothing",
  );
  const rowOf = store.prepare<[string], number>("select row_id from owned_word_rows where artifact_id = ?").pluck();
  const dropWords = store.prepare("delete from owned_words where rowid = ?");
  const addWords = store.prepare("insert into owned_words (rowid, words) values (?, ?)");
  const cardTitle = store
    .prepare<[string, string, string | null], string>(
      `select coalesce(title, '') || ' ' || coalesce(issuer_name, '') || ' ' || coalesce(security_code, '')
       from document_cards where owner_id = ? and upstream = ? and document_id = ?`,
    )
    .pluck();
  const subjectOf = store.prepare<[string], string | null>("select subject from intents where intent_id = ?").pluck();

  return {
    /** Title, issuer, code, subject and the text itself. */
    indexWords(artifact: ArtifactRow, text: string | null): void {
      addRow.run(artifact.owner_id, artifact.artifact_id);
      const rowId = rowOf.get(artifact.artifact_id);
      if (rowId === undefined) return;
      const head = cardTitle.get(artifact.owner_id, artifact.upstream, artifact.document_id) ?? "";
      const words = indexedWords([head, subjectOf.get(artifact.intent_id) ?? "", text ?? ""].join(" \u0000 "));
      dropWords.run(rowId);
      addWords.run(rowId, words);
    },

    unread: (mark: string) =>
      statement("select intent_id from artifacts where unreadable = ?").pluck().all(mark) as string[],
    /** The received part of an answer that broke off and can't be requested again. */
    keepPartial: (intentId: string, sha256: string, at: number) =>
      void statement(
        "insert into replaced_bodies (intent_id, sha256, reason, replaced_at) values (?, ?, 'broke off', ?) on conflict do nothing",
      ).run(intentId, sha256, at),

    lines(filter: LineFilter): LineRow[] {
      const { where, values } = lineWhere(filter);
      const text = `select ${lineColumns} from ${lineTables} where ${where} order by ${lineOrder.map((each) => `${each} desc`).join(", ")} limit ?`;
      return statement(text).all(...values, filter.limit) as LineRow[];
    },
    countLines(filter: LineFilter): number {
      const { where, values } = lineWhere({ ...filter, before: undefined });
      return Number(
        statement(`select count(*) from ${lineTables} where ${where}`)
          .pluck()
          .get(...values) ?? 0,
      );
    },
    ...itemRows(statement),
    setLabel(ownerId: string, intentIds: readonly string[], label: string | null): number {
      const update = statement("update intents set label = ? where owner_id = ? and intent_id = ?");
      return intentIds.reduce((sum, each) => sum + update.run(label, ownerId, each).changes, 0);
    },
    labels: (ownerId: string) =>
      statement("select distinct label from intents where owner_id = ? and label is not null order by label limit 200")
        .pluck()
        .all(ownerId) as string[],
    /** Credits by Japanese day; a charge that is not known counts with its maximum. */
    byDay: (ownerId: string, from: number, until: number) =>
      statement(
        `select date((opened_at + 32400000) / 1000, 'unixepoch') as day, sum(coalesce(credits, ledger.credits_max)) as credits
         from ledger join intents using (intent_id) where ledger.owner_id = ? and opened_at >= ? and opened_at < ?
         group by day order by day`,
      ).all(ownerId, from, until) as { day: string; credits: number }[],
    byIssuer: (ownerId: string, from: number, until: number) =>
      statement(
        `select cards.security_code, max(cards.issuer_name) as issuer_name,
           max(json_extract(cards.summary, '$.issuer_name_en')) as issuer_name_en, sum(coalesce(ledger.credits, ledger.credits_max)) as credits
         from ${lineTables} where intents.owner_id = ? and intents.opened_at >= ? and intents.opened_at < ?
           and ledger.intent_id is not null
         group by cards.security_code having credits > 0 order by credits desc, cards.security_code limit 200`,
      ).all(ownerId, from, until) as IssuerSpendingRow[],
    /** The issuers of what is owned, by code, for the library's filter. */
    ownedIssuers: (ownerId: string) =>
      statement(
        `select cards.security_code, max(cards.issuer_name) as issuer_name,
           max(json_extract(cards.summary, '$.issuer_name_en')) as issuer_name_en, count(*) as count
         from artifacts join document_cards cards on cards.owner_id = artifacts.owner_id
           and cards.upstream = artifacts.upstream and cards.document_id = artifacts.document_id
         where artifacts.owner_id = ? and cards.security_code is not null
         group by cards.security_code order by cards.security_code limit 1000`,
      ).all(ownerId) as OwnedIssuerRow[],
    neverOpened: (ownerId: string) =>
      statement(
        `select count(*) as count, coalesce(sum(coalesce(ledger.credits, ledger.credits_max)), 0) as credits
         from artifacts join ledger using (intent_id) where artifacts.owner_id = ?
           and not exists (select 1 from opens where opens.owner_id = artifacts.owner_id and opens.artifact_id = artifacts.artifact_id)`,
      ).get(ownerId) as { count: number; credits: number },
    unknown: (ownerId: string) =>
      statement(
        "select count(*) as count, coalesce(sum(credits_max), 0) as credits from intents where owner_id = ? and state = 'unknown'",
      ).get(ownerId) as { count: number; credits: number },
    firstAt: (ownerId: string) =>
      statement("select min(opened_at) from intents where owner_id = ?").pluck().get(ownerId) as number | null,
  };
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
