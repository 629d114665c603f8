import type { IntentRow } from "../../store/purchases.ts";
import type { PurchaseStore, SpendingDeps } from "../ports.ts";
import { type AttemptLimits, attemptOnce, type Delivery } from "./attempt.ts";
import type { KeyStates } from "./key-states.ts";
import { fileBreaksOff, readStored } from "./storing.ts";

interface Repeat {
  readonly row: IntentRow;
  readonly key: string;
  /** Waits before the next request; undefined where there is none. */
  next(): Promise<AttemptLimits | undefined>;
}

/**
 * Requests an unreadable answer again from a service that promised to repeat it without charge. The first bytes are
 * kept. If the same bytes arrive again, they are the service's answer.
 */
export async function repeatAnswer(
  deps: SpendingDeps,
  rows: PurchaseStore,
  keys: KeyStates,
  { row, key, next }: Repeat,
): Promise<void> {
  for (let limits = await next(); limits !== undefined; limits = await next()) {
    const tried = await attemptOnce(deps, row, key, limits);
    if (tried.headers !== undefined) await keys.observe(row.key_id, tried.headers);
    if (tried.attempt.kind === "refused")
      await keys.noteRefusal(row.key_id, tried.attempt.problem, tried.attempt.pauseMs);
    if (tried.delivery !== undefined && (await isAnswered(deps, rows, row, tried.delivery))) return;
  }
}

/** True where it can be read, or where no better answer is to be expected. */
async function isAnswered(
  deps: SpendingDeps,
  rows: PurchaseStore,
  row: IntentRow,
  delivery: Delivery,
): Promise<boolean> {
  const old = await rows.artifacts.artifactOfIntent(row.intent_id);
  if (old === undefined) return true;
  const { body, mediaType, fileName, cut } = delivery;
  if (old.sha256 === body.sha256) {
    // The same bytes twice are the service's answer. A file of which only the announced length was wrong is complete
    // then.
    if (old.unreadable === fileBreaksOff) await rows.artifacts.noteReading(old.artifact_id, null, null);
    return true;
  }
  const replacement = { sha256: body.sha256, byte_size: body.byteSize, media_type: mediaType, file_name: fileName };
  await rows.atomically(() => rows.artifacts.replaceBody(old, replacement, deps.clock.nowMs()));
  const reading = await readStored(deps, rows, row.intent_id, delivery);
  return cut || reading?.unreadable === null;
}
