import { connect, type Queries } from "../../../lib/kit/postgres/connection.ts";
import {
  chargesByKey,
  type LiveKeyRow,
  liveKeys,
  liveKeysOf,
  requiredFiles,
  type ServiceStoreVerification,
} from "../rows/verification.ts";
import { verifyLedger } from "./ledger-verify.ts";
import { isMigrated } from "./migrate.ts";

/** A look at the whole database in one state, beside services that go on writing. Changes nothing. */
export async function verifyPostgres(url: string): Promise<ServiceStoreVerification> {
  const connections = connect(url);
  try {
    return await connections.snapshot(verify);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    const problems = [`the database can't be read: ${why}`];
    return { problems, notes: [], counts: {}, requiredFiles: new Set(), charges: new Map(), liveKeys: new Map() };
  } finally {
    await connections.close();
  }
}

async function verify(db: Queries): Promise<ServiceStoreVerification> {
  const ledger = await verifyLedger(db);
  const counts = await db.row<{ documents: number; news: number; keptAnswers: number; textless: number }>(`
    SELECT (SELECT count(*) FROM documents) AS documents, (SELECT count(*) FROM news) AS news,
      (SELECT count(*) FROM idempotent_responses WHERE headers IS NOT NULL) AS "keptAnswers",
      (SELECT count(*) FROM sections s LEFT JOIN section_texts t USING (doc, position) WHERE t.doc IS NULL) AS textless`);
  const { textless = 0, ...counted } = counts ?? {};
  const files = await db.rows<{ blob: string }>(requiredFiles);
  const charges = await db.rows<{ key: string; credits: number }>(chargesByKey);
  return {
    problems: [
      ...((await isMigrated(db)) ? [] : ["it is not at this program's version: start the service once"]),
      ...ledger.drifts.map((drift) => `the ledger has drifted: ${drift}`),
      ...(textless > 0 ? [`${textless} sections have lost their text`] : []),
    ],
    notes: [],
    counts: { ...counted, keys: ledger.keys, ledgerEntries: ledger.entries },
    requiredFiles: new Set(files.map(({ blob }) => blob)),
    charges: new Map(charges.map(({ key, credits }) => [key, credits])),
    liveKeys: liveKeysOf(await db.rows<LiveKeyRow>(liveKeys)),
  };
}
