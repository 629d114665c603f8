import path from "node:path";
import { claimPlace } from "../kit/objects/owner.ts";
import { nameOf } from "../kit/objects/place.ts";
import { secretVersions } from "../owners/secrets.ts";
import type { Settings } from "../settings.ts";
import { openDatabaseStore, openFolderStore } from "../store/database.ts";
import { noteSecret, readInstallation } from "../store/installation.ts";

type Places = Pick<Settings, "dataFolder" | "databaseUrl" | "blobs" | "secrets">;

/**
 * Before anything is served: the schema of the database is made or extended, and a secret or a place of files that are
 * not this installation's are refused. Throws in words for the terminal.
 */
export async function prepareStore({ dataFolder, databaseUrl, blobs, secrets }: Places): Promise<void> {
  const isElsewhere = blobs !== undefined && nameOf(blobs) !== path.join(dataFolder, "bodies");
  if (databaseUrl === undefined) {
    await openFolderStore(dataFolder).close();
    if (isElsewhere) await claimPlace(blobs, { program: "web", dataFolder });
    return;
  }
  const store = await openDatabaseStore(databaseUrl);
  try {
    if (
      !(await noteSecret(
        store,
        secretVersions(secrets).map(({ id }) => id),
      ))
    ) {
      throw new Error("HIRAKU_SECRET is not the secret of this database: what is sealed in it would not open.");
    }
    const { mark, hasBodies } = await readInstallation(store);
    if (blobs !== undefined) await claimPlace(blobs, { program: "web", dataFolder, mark, isKnown: hasBodies });
  } finally {
    await store.close();
  }
}
