import { diskOf } from "../../lib/kit/process/disk.ts";
import { readLastBackup } from "../../lib/kit/process/last-backup.ts";
import { logFolderOf } from "../../lib/kit/process/log-files.ts";
import { newestErrors } from "../../lib/kit/process/newest-errors.ts";
import type { OperatorFacts } from "../domain/operator/state.ts";
import type { StoreSizes } from "../storage/store.ts";

/** Programs whose logs lie in the service's folder; the web app reads its own. */
const programs = ["service", "ingest", "launcher"];
const errorsMax = 30;

export function createOperatorFacts(
  { data, databaseUrl }: { readonly data: string; readonly databaseUrl: string },
  sizes: StoreSizes,
): OperatorFacts {
  return {
    disk: () => diskOf(data),
    storeBytes: () => sizes.bytes(),
    backup: () => readLastBackup(data),
    errors: () => newestErrors(logFolderOf(data), programs, errorsMax),
    isInDatabase: databaseUrl !== "",
  };
}
