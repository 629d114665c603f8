import type { IntentRow } from "../../store/purchases.ts";
import type { PurchaseStore, SpendingDeps } from "../ports.ts";
import { type AttemptLimits, attemptOnce, type Delivery } from "./attempt.ts";
import type { KeyStates } from "./key-states.ts";
import { fileBreaksOff, readStored } from "./storing.ts";

interface Repeat {
  readonly row: IntentRow;
  readonly key: string;
  /** Waits as long as it must before the next request; undefined where there is to be none. */
  next(): Promise<AttemptLimits | undefined>;
}

/**
 * What came can't be read, and the service promised to repeat it for nothing: it is asked for the same answer.
 * The first bytes stay kept. The same bytes again mean that this is the answer.
 */
export async function repeatAnswer(
  deps: SpendingDeps,
  rows: PurchaseStore,
  keys: KeyStates,
  { row, key, next }: Repeat,
): Promise<void> {
  for (let limits = await next(); limits !== undefined; limits = await next()) {
    const tried = await attemptOnce(deps, row, key, limits);
    if (tried.headers !== undefined) keys.observe(row.key_id, tried.headers);
    if (tried.attempt.kind === "refused") keys.noteRefusal(row.key_id, tried.attempt.problem, tried.attempt.pauseMs);
    if (tried.delivery !== undefined && (await isAnswered(deps, rows, row, tried.delivery))) return;
  }
}

/** Puts the repeated answer in the place of the first. True: it can be read, or there is no better one. */
async function isAnswered(
  deps: SpendingDeps,
  rows: PurchaseStore,
  row: IntentRow,
  delivery: Delivery,
): Promise<boolean> {
  const old = rows.artifacts.artifactOfIntent(row.intent_id);
  if (old === undefined) return true;
  const { body, mediaType, fileName, cut } = delivery;
  if (old.sha256 === body.sha256) {
    // The same bytes twice are the service's answer. A file whose length alone was announced wrongly is then whole.
    if (old.unreadable === fileBreaksOff) rows.artifacts.noteReading(old.artifact_id, null, null);
    return true;
  }
  const replacement = { sha256: body.sha256, byte_size: body.byteSize, media_type: mediaType, file_name: fileName };
  rows.atomically(() => rows.artifacts.replaceBody(old, replacement, deps.clock.nowMs()));
  const reading = await readStored(deps, rows, row.intent_id, delivery);
  return cut || reading?.unreadable === null;
}
