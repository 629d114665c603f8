import { rm } from "node:fs/promises";
import { join } from "node:path";
import { codesKey } from "../../domain/market/records.ts";
import type { IngestRecord } from "../../storage/ports.ts";
import type { Clock } from "../clock.ts";
import { isOutage } from "../faults.ts";
import { Refusal } from "../refusal.ts";
import { setAside } from "../run/retry.ts";
import type { IngestSession } from "../session.ts";
import { issuersOf, readCodeList } from "../sources/codes.ts";
import type { EdinetClient } from "../sources/edinet/client.ts";
import { nextNightMs } from "../sources/edinet/hours.ts";
import type { WatchLog } from "./watch-log.ts";

interface CompaniesOptions {
  readonly client: EdinetClient;
  readonly session: IngestSession;
  readonly clock: Clock;
  readonly log: WatchLog;
  readonly signal: AbortSignal;
}

const unread: IngestRecord = {
  ...{ key: codesKey, kind: "codes", state: "waiting", fingerprint: "", day: null, submittedAtMs: null, detail: null },
  ...{ reason: null, message: null, attempts: 0, dueAtMs: null, atMs: 0 },
};

/** Before the first list, and where another machine has read it into its own folder. */
export async function wantCompanies({ session, clock }: CompaniesOptions): Promise<void> {
  const { records } = session.context.sink;
  const known = await records.find(codesKey);
  const isElsewhere = known?.state === "done" && session.companies.size === 0;
  if (known === undefined || isElsewhere) await records.put([{ ...unread, dueAtMs: clock.now() }]);
}

/** Reads the list of companies, which is there once for each machine and in the store for all. */
export async function readCompanies(
  record: IngestRecord,
  { client, session, clock, log, signal }: CompaniesOptions,
): Promise<void> {
  const { sink, incoming } = session.context;
  const file = join(incoming, "codes.zip");
  try {
    if (!(await client.codeList(file))) throw new Refusal("download_failed", "EDINET has no list of companies.");
    const lines = await readCodeList(file);
    if (lines.length * 2 < session.companies.size) {
      throw new Refusal("damaged_archive", "The list of companies has lost more than half of them.");
    }
    session.companies.replace(lines);
    const changed = await sink.publishIssuers(issuersOf(lines));
    await sink.records.put([{ ...unread, state: "done", dueAtMs: nextNightMs(clock.now()), atMs: clock.now() }]);
    log.event("companies read", { companies: lines.length, changed });
  } catch (error) {
    if (signal.aborted || isOutage(error)) throw error;
    const failure = setAside(error, record.attempts + 1, clock.now());
    const dueAtMs = failure.dueAtMs ?? nextNightMs(clock.now());
    await sink.records.put([{ ...unread, ...failure, dueAtMs }]);
    log.event("companies set aside", { reason: failure.reason });
  } finally {
    await rm(file, { force: true });
  }
}
