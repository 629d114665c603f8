import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openSealedKeys, sealedKeys } from "../../lib/evidence/receipts/shared-keys.ts";
import { keepKeys, keptKeys, type StoredKey } from "../../lib/evidence/receipts/signing-keys.ts";
import { ownMark, writeMark } from "../../lib/kit/objects/owner.ts";
import { secretVersions } from "../../lib/owners/secrets.ts";
import { type LastNumbers, lastNumbers, numberOnwards, type WebSide } from "../../lib/store/moving/side.ts";
import { webSecretFile } from "../archive/folder-files.ts";
import { type House, webSecretsOf } from "./house.ts";

/** Equal in every copy of the web app's half, beside its rows and bodies. */
export interface WebIdentity {
  /** Marks the place of its files. */
  readonly mark: string;
  /** The keys that sign receipts, newest first. */
  readonly signingKeys: readonly StoredKey[];
  readonly lastNumbers: LastNumbers;
}

export async function webIdentity({ database }: WebSide, house: House): Promise<WebIdentity> {
  const { data } = house.config;
  const last = await lastNumbers(database);
  if (database.engine === "sqlite") {
    return { mark: ownMark(data, "web"), signingKeys: keptKeys(data), lastNumbers: last };
  }
  const [row] = await database.rows("SELECT mark FROM installation WHERE id = 1");
  const sealed = await database.rows("SELECT created_at, sealed_private_key FROM signing_keys ORDER BY number DESC");
  const rows = sealed.map(({ created_at, sealed_private_key }) => ({
    created_at: String(created_at),
    sealed_private_key: String(sealed_private_key),
  }));
  const signingKeys = openSealedKeys(rows, secretVersions(webSecretsOf(house)));
  return { mark: String(row?.["mark"]), signingKeys, lastNumbers: last };
}

/** Can be done again. `secrets` are those of the house that is left. */
export async function setWebIdentity(
  { database }: WebSide,
  house: House,
  { mark, signingKeys, lastNumbers: last }: WebIdentity,
  secrets: readonly string[],
): Promise<void> {
  const { data } = house.config;
  await numberOnwards(database, last);
  if (database.engine === "sqlite") {
    writeMark(data, "web", mark);
    keepKeys(data, signingKeys);
    carrySecrets(house, secrets);
    return;
  }
  const versions = secretVersions(house.secrets);
  await database.transaction(async () => {
    await database.rows("UPDATE installation SET mark = ?, secret_id = ? WHERE id = 1", [
      mark,
      versions[0]?.id ?? null,
    ]);
    await database.rows("DELETE FROM signing_keys");
    for (const { created_at, sealed_private_key } of sealedKeys(signingKeys, versions).reverse()) {
      await database.rows("INSERT INTO signing_keys (created_at, sealed_private_key) VALUES (?, ?)", [
        created_at,
        sealed_private_key,
      ]);
    }
  });
}

/** Without HIRAKU_SECRET the web app looks for its secrets in the folder. */
function carrySecrets({ config: { data }, secrets: given }: House, secrets: readonly string[]): void {
  const file = join(data, webSecretFile);
  if (given.length > 0 || existsSync(file)) return;
  writeFileSync(file, `${secrets.join("\n")}\n`, { mode: 0o600, flush: true });
}

/** The key of the demo, which is in the folder and in no store. */
export function carryDemoKey(from: string, to: string): void {
  const [source, target] = [join(from, "demo-key"), join(to, "demo-key")];
  if (!existsSync(source) || existsSync(target)) return;
  writeFileSync(target, readFileSync(source), { mode: 0o600, flush: true });
}
