import { connect, type Queries } from "../../kit/postgres/connection.ts";
import { bodiesInUse, chargesByKey, driftOf, purchaseRules, type WebStoreVerification } from "../verification.ts";
import { isMigrated } from "./migrate.ts";

/** A look at the whole of the web app's database in one state, beside web apps that go on writing. Changes nothing. */
export async function verifyPostgresStore(url: string): Promise<WebStoreVerification> {
  const connections = connect(url);
  try {
    return await connections.snapshot(verify);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { ...nothing, problems: [`the database can't be read: ${why}`] };
  } finally {
    await connections.close();
  }
}

const nothing: WebStoreVerification = {
  ...{ problems: [], notes: [], counts: {}, requiredFiles: new Set(), charges: new Map() },
  sealedUnder: new Set(),
};

async function verify(db: Queries): Promise<WebStoreVerification> {
  if (!(await isMigrated(db))) {
    return { ...nothing, problems: ["it is not at this program's version: start the web app once"] };
  }
  const problems: string[] = [];
  for (const { question, fault } of purchaseRules) {
    const found = await db.rows<{ intent_id: string }>(question);
    const drift = driftOf(
      fault,
      found.map(({ intent_id }) => intent_id),
    );
    if (drift !== undefined) problems.push(drift);
  }
  const counts = await db.row<Record<string, number>>(
    `select (select count(*) from owners) as owners, (select count(*) from sessions) as sessions,
       (select count(*) from artifacts) as purchases, (select count(*) from ledger) as "ledgerEntries"`,
  );
  const bodies = await db.rows<{ sha256: string }>(bodiesInUse);
  const charges = await db.rows<{ key: string; credits: string }>(chargesByKey);
  return {
    problems,
    notes: [],
    counts: { ...counts },
    requiredFiles: new Set(bodies.map(({ sha256 }) => sha256)),
    charges: new Map(charges.map(({ key, credits }) => [key, Number(credits)])),
    sealedUnder: await sealedUnder(db),
  };
}

/** Sealed values name the version of the secret that opens them; their columns are named `sealed_…`. */
async function sealedUnder(db: Queries): Promise<ReadonlySet<string>> {
  const columns = await db.rows<{ table: string; column: string }>(
    `select table_name as "table", column_name as "column" from information_schema.columns
     where table_schema = current_schema() and column_name like 'sealed\\_%' order by 1, 2`,
  );
  const versions = new Set<string>();
  for (const { table, column } of columns) {
    const found = await db.rows<{ version: string }>(
      `select distinct split_part(${column}, '.', 2) as version from ${table} where ${column} is not null`,
    );
    for (const { version } of found) versions.add(version);
  }
  return versions;
}
