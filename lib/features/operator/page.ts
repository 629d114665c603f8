import { randomUUID } from "node:crypto";
import { type Disk, type LastBackup, type NewestError, OperatorState } from "../../contract/operator.ts";
import { diskOf } from "../../kit/process/disk.ts";
import { readLastBackup } from "../../kit/process/last-backup.ts";
import { logFolderOf } from "../../kit/process/log-files.ts";
import { newestErrors } from "../../kit/process/newest-errors.ts";
import { app } from "../../running-app.ts";
import { askOperator } from "./ask-service.ts";
import { findOperator, hasOperatorCookie } from "./session.ts";

export type OperatorPage =
  | {
      readonly kind: "open";
      readonly state: OperatorState;
      readonly web: WebFacts;
      readonly errors: readonly NewestError[];
      readonly endsAtMs: number;
      /** Makes the id of one change, for one form. */
      readonly changeId: () => string;
    }
  /** `ended`: this browser had a session. */
  | { readonly kind: "closed"; readonly ended: boolean }
  | { readonly kind: "off" | "foreign" | "unreachable" };

/** The web app's facts about itself. */
export interface WebFacts {
  readonly disk: Disk | undefined;
  readonly backup: LastBackup | undefined;
}

const errorsMax = 30;

/** The page's model. Asking changes nothing. */
export async function operatorPage(headers: Pick<Headers, "get">, nowMs: number): Promise<OperatorPage> {
  const session = await findOperator(headers, nowMs);
  if (session === undefined) {
    // Asked without a key: whether there is anything to open.
    const { kind } = await askOperator({});
    if (kind === "refused") return { kind: "closed", ended: hasOperatorCookie(headers) };
    return { kind: kind === "off" || kind === "unreachable" ? kind : "foreign" };
  }
  const { dataFolder } = app().settings;
  const [answer, disk, backup, own] = await Promise.all([
    askOperator({ key: session.key }),
    diskOf(dataFolder).catch(() => undefined),
    readLastBackup(dataFolder),
    newestErrors(logFolderOf(dataFolder), ["web"], errorsMax),
  ]);
  if (answer.kind === "refused") return { kind: "closed", ended: true };
  if (answer.kind !== "answered") return { kind: answer.kind === "problem" ? "foreign" : answer.kind };
  const read = OperatorState.safeParse(answer.body);
  if (!read.success) return { kind: "foreign" };
  const errors = [...read.data.errors, ...own].sort((a, b) => b.at.localeCompare(a.at)).slice(0, errorsMax);
  const { endsAtMs } = session;
  return { kind: "open", state: read.data, web: { disk, backup }, errors, endsAtMs, changeId: randomUUID };
}
