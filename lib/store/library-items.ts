import { z } from "zod";
import type { SearchedWord } from "../text/library-words.ts";
import type { Store } from "./database.ts";
import { placeholders } from "./lists.ts";
import type { LineRow } from "./purchase-lines.ts";

type Unlisted = "intent_id" | "charged_at" | "state" | "balance" | "error" | "label";
type OfAgent = "agent_name" | "task_id" | "task_title";

export interface ItemRow extends Omit<LineRow, Unlisted | OfAgent> {
  readonly artifact_id: string;
  /** The document's record as it was last told; null for answers to questions. */
  readonly summary: string | null;
  readonly stored_at: number;
  readonly byte_size: number;
  readonly sha256: string;
  readonly media_type: string;
  readonly file_name: string | null;
  readonly opened: number;
  /** The row's place in the order asked for, as JSON. */
  readonly place: string;
}

export interface ItemFilter {
  readonly owner_id: string;
  readonly words?: readonly SearchedWord[] | undefined;
  readonly kinds?: readonly string[] | undefined;
  readonly security_code?: string | undefined;
  readonly document_id?: string | undefined;
  readonly neverOpened?: boolean | undefined;
  readonly order?: ItemOrder | undefined;
  /** The place of the last row of the page before. */
  readonly after?: readonly (string | number)[] | undefined;
  readonly limit: number;
}

export type BoundValues = (string | number)[];

/** Each order ascends, so that one comparison of rows continues any of them. Questions have no issuer and come last. */
const itemOrders = {
  newest: ["-artifacts.stored_at", "artifacts.artifact_id"],
  issuer: [
    "coalesce(cards.security_code, '~')",
    "coalesce(artifacts.document_id, '~')",
    "case artifacts.kind when 'content' then 0 when 'sections' then 1 when 'pages' then 2 else 3 end",
    "coalesce(artifacts.page_number, 0)",
    "-artifacts.stored_at",
    "artifacts.artifact_id",
  ],
  credits: ["-coalesce(ledger.credits, ledger.credits_max)", "-artifacts.stored_at", "artifacts.artifact_id"],
} as const;

export type ItemOrder = keyof typeof itemOrders;
export const itemOrderNames: readonly ItemOrder[] = ["issuer", "newest", "credits"];

const Place = z.array(z.union([z.string(), z.number()]));

/** Reads `place` of a row; undefined where the text is none of this order. */
export function readPlace(text: string, order: ItemOrder): readonly (string | number)[] | undefined {
  try {
    const place = Place.safeParse(JSON.parse(text)).data;
    return place?.length === itemOrders[order].length ? place : undefined;
  } catch {
    return undefined;
  }
}

const itemColumns = `
  artifacts.artifact_id, artifacts.stored_at, artifacts.byte_size, artifacts.sha256, artifacts.media_type,
  artifacts.file_name, intents.opened_at, ledger.at, artifacts.kind, artifacts.params, artifacts.document_id,
  artifacts.page_number, artifacts.original_id, ledger.credits, ledger.credits_max, intents.subject,
  artifacts.hit_count, artifacts.unreadable, cards.title, cards.document_type, cards.security_code,
  cards.issuer_name, cards.issuer_name_en, cards.toc, cards.summary,
  case when exists (select 1 from opens where opens.owner_id = artifacts.owner_id
    and opens.artifact_id = artifacts.artifact_id) then 1 else 0 end as opened`;
const itemTables = `
  artifacts join intents using (intent_id) join ledger using (intent_id)
  left join document_cards cards on cards.owner_id = artifacts.owner_id and cards.upstream = artifacts.upstream
    and cards.document_id = artifacts.document_id`;

type PlacedRow = Omit<ItemRow, "place"> & Readonly<Record<`place_${number}`, string | number>>;

export function itemRows(store: Store) {
  const itemWhere = (filter: ItemFilter) => whereOf(store, filter);
  return {
    async items(filter: ItemFilter): Promise<ItemRow[]> {
      const { where, values } = itemWhere(filter);
      const order = itemOrders[filter.order ?? "newest"];
      const place = order.map((part, at) => `${part} as place_${at}`).join(", ");
      const rows = await store
        .prepare<BoundValues, PlacedRow>(
          `select ${itemColumns}, ${place} from ${itemTables} where ${where} order by ${order.join(", ")} limit ?`,
        )
        .all(...values, filter.limit);
      return rows.map((row) => ({ ...row, place: JSON.stringify(order.map((_, at) => row[`place_${at}`])) }));
    },
    async countItems(filter: ItemFilter): Promise<number> {
      const { where, values } = itemWhere({ ...filter, after: undefined });
      const text = `select count(*) as count from ${itemTables} where ${where}`;
      return Number((await store.prepare<BoundValues, { count: number }>(text).get(...values))?.count);
    },
  };
}

function whereOf(store: Store, filter: ItemFilter): { where: string; values: BoundValues } {
  const parts = ["artifacts.owner_id = ?"];
  const values: BoundValues = [filter.owner_id];
  if (filter.words !== undefined) {
    const words = store.words.containing(filter.owner_id, filter.words);
    parts.push(words.sql);
    values.push(...words.values);
  }
  if (filter.kinds?.length) {
    parts.push(`artifacts.kind in (${placeholders(filter.kinds)})`);
    values.push(...filter.kinds);
  }
  if (filter.security_code !== undefined) {
    parts.push("cards.security_code = ?");
    values.push(filter.security_code);
  }
  if (filter.document_id !== undefined) {
    parts.push("artifacts.document_id = ?");
    values.push(filter.document_id);
  }
  if (filter.neverOpened === true) {
    parts.push(
      "not exists (select 1 from opens where opens.owner_id = artifacts.owner_id and opens.artifact_id = artifacts.artifact_id)",
    );
  }
  if (filter.after !== undefined) {
    const order = itemOrders[filter.order ?? "newest"];
    parts.push(`(${order.join(", ")}) > (${placeholders(order)})`);
    values.push(...filter.after);
  }
  return { where: parts.join(" and "), values };
}
