import type { SecurityCode } from "../contract/ids.ts";
import { contentPrice, type PriceRange } from "../contract/prices.ts";
import type { DocumentSummary } from "../contract/resources.ts";
import { unreadBecause } from "../kit/long-texts/refusal.ts";
import type { Owner } from "../owners/owner.ts";
import { app } from "../running-app.ts";
import { codeOf } from "../spending/engine/document-snapshots.ts";
import { ownedPieces } from "../spending/library/owned.ts";
import { spenderOf } from "../spending/purchases.ts";
import { moment } from "../text/format/clock.ts";
import type { Unread } from "../text/markdown/index.ts";
import type { Holder, HoldingReport, Placed } from "../text/passages/read-holders.ts";
import { callFreeEndpoint } from "../upstream/call-free.ts";
import { isProblem } from "../upstream/problem-error.ts";
import { contentTiers } from "./content-tiers.ts";

/** A year and more of an issuer whose holders change often. */
const reportsMax = 50;

/** Words of a report that is owned. */
export interface PlacedInReport extends Placed {
  readonly documentId: string;
}

export interface HolderLine {
  readonly name: string;
  /** The others of the newest report that names this one. */
  readonly with: readonly string[];
  readonly purpose: PlacedInReport | undefined;
  readonly contract: PlacedInReport | undefined;
  /** Newest first. */
  readonly shares: readonly { readonly day: string; readonly ratio: PlacedInReport; readonly before: string | null }[];
}

export interface HoldersView {
  /** The largest share first, of all reports that are owned. */
  readonly holders: readonly HolderLine[];
  readonly reports: number;
  readonly unowned: readonly { readonly document: DocumentSummary; readonly price: PriceRange }[];
  /** Owned reports in which no holder was found. */
  readonly unread: readonly DocumentSummary[];
  /** Why none of the owned reports was read. */
  readonly because: Unread | null;
}

/** Who holds an issuer's shares by the large-holding reports that are owned. Never buys anything; undefined where the service can't be asked. */
export async function findHolders(owner: Owner, code: SecurityCode): Promise<HoldersView | undefined> {
  const documents = await reportsOf(owner, code);
  if (documents === undefined) return undefined;
  const { deps, rows } = app().purchases;
  const reader = spenderOf(owner);
  const ids = documents.map((each) => each.document_id);
  const held = await rows.artifacts.heldDocuments(reader.ownerId, reader.upstream, ids);
  const owned: { readonly document: DocumentSummary; readonly pieces: Awaited<ReturnType<typeof ownedPieces>> }[] = [];
  for (const document of documents) {
    if (!held.has(document.document_id)) continue;
    const pieces = await ownedPieces(deps, rows, reader, document.document_id).catch(unlessDamaged);
    if (pieces.length > 0) owned.push({ document, pieces });
  }
  const read = await deps.texts.holders(owned.map(({ pieces }) => pieces)).catch(unreadBecause);
  const reports =
    typeof read === "string" ? [] : owned.map(({ document }, at) => ({ document, report: read[at] ?? nothing }));
  const tiers = await contentTiers(owner.upstream);
  const unowned = documents.filter((each) => owned.every(({ document }) => document !== each));
  return {
    holders: holdersOf(reports),
    reports: documents.length,
    unowned: unowned.map((document) => ({ document, price: contentPrice(tiers, document.character_count) })),
    unread: reports.filter(({ report }) => report.holders.length === 0).map(({ document }) => document),
    because: typeof read === "string" ? read : null,
  };
}

const nothing: HoldingReport = { day: null, holders: [] };

async function reportsOf({ upstream }: Owner, code: SecurityCode): Promise<readonly DocumentSummary[] | undefined> {
  const wanted = ["large_holding_report", "large_holding_change_report"];
  try {
    const input = { security_codes: [code], document_types: wanted, limit: reportsMax };
    const { documents } = await callFreeEndpoint(upstream, "listDocuments", input);
    return documents.filter((each) => each.content_status === "ready" && wanted.includes(each.document_type ?? ""));
  } catch (error) {
    if (isProblem(error)) return undefined;
    throw error;
  }
}

/** A damaged body counts as missing. */
function unlessDamaged(error: unknown): [] {
  if (codeOf(error) === "artifact_damaged") return [];
  throw error;
}

interface ReadReport {
  readonly document: Pick<DocumentSummary, "document_id" | "timeline_at">;
  readonly report: HoldingReport;
}

/** Reports newest first. */
export function holdersOf(reports: readonly ReadReport[]): readonly HolderLine[] {
  const lines = new Map<string, { -readonly [K in keyof HolderLine]: HolderLine[K] }>();
  for (const { document, report } of reports) {
    const day = report.day ?? moment(document.timeline_at)?.date ?? "";
    const placed = (found: Placed | undefined) =>
      found === undefined ? undefined : { ...found, documentId: document.document_id };
    for (const holder of report.holders) {
      const key = keyOf(holder);
      const others = report.holders.filter((each) => keyOf(each) !== key).map(({ name }) => name.text);
      const line = lines.get(key) ?? {
        ...{ name: holder.name.text, with: [...new Set(others)], shares: [] },
        purpose: placed(holder.purpose),
        contract: placed(holder.contract),
      };
      const ratio = placed(holder.ratio);
      if (ratio !== undefined) line.shares = [...line.shares, { day, ratio, before: holder.before?.text ?? null }];
      lines.set(key, line);
    }
  }
  const latest = ({ shares }: HolderLine) => Number(shares[0]?.ratio.text ?? -1);
  return [...lines.values()].sort((a, b) => latest(b) - latest(a));
}

/** The same holder is written with and without spaces, in full and half width. */
function keyOf({ name }: Holder): string {
  return name.text.normalize("NFKC").replace(/\s+/gu, "");
}
