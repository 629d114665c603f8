import { execFile } from "node:child_process";
import { cpSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import Database from "better-sqlite3";
import { z } from "zod";
import type { PurchaseAction } from "../../lib/spending/wire.ts";
import type { Started } from "../wait-for-program.ts";
import { openInBrowser } from "./browser.ts";
import { type Deployment, deployment, hiraku, Load, makeData, root, sameDeployment, startUnit } from "./programs.ts";
import { type Bought, signIn } from "./reader.ts";

const purchasesBefore = 24;
const purchasesAfter = 12;
/** The app's guarantee: by then every purchase has an outcome, where the service recognises repeated requests. */
const settledWithinMs = 120_000;

/**
 * A backup while both programs run and four readers buy; then both are killed. What was bought before the backup
 * began must be there after the restore, read in a browser, and what was bought after it costs nothing when it is
 * asked for again at a service that was not restored.
 */
export async function restoreDrill(work: string, screenshots: string | undefined): Promise<string[]> {
  const data = path.join(work, "data");
  const { key } = makeData(data);
  const at = await deployment(data);
  const programs = [await startUnit("hiraku-service", at), await startUnit("hiraku-web", at)];
  const file = path.join(work, "hiraku.zip");
  const passphraseFile = path.join(work, "passphrase");
  writeFileSync(passphraseFile, "a drill and nothing else\n", { mode: 0o600 });

  const reader = await signIn(at.webUrl, key);
  const actions = actionsOn(await reader.documents());
  const load = new Load((nth) => reader.buy(actions[nth % actions.length] ?? { kind: "content", document_id: "" }), 4);
  try {
    await load.until(purchasesBefore);
    const before = [...load.bought];
    const began = performance.now();
    const report = await backupBeside(data, file, passphraseFile);
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    const during = load.bought.length - before.length;
    const afterBackup = load.bought.length;
    await load.until(afterBackup + purchasesAfter);
    await kill(programs);
    await load.pause();
    const after = load.bought.slice(afterBackup);

    const restored = path.join(work, "restored");
    hiraku(restored, "restore", file, "--passphrase-file", passphraseFile);
    const checked = hiraku(restored, "check");
    const owned = await inLibrary(sameDeployment(at, restored), key, before, screenshots);
    const asked = await repeatPurchases(work, { at, restored, key, after });
    return [
      `backup of ${Math.ceil(report.bytes / 1e6)} MB in ${seconds} s while ${during} purchases were made, after ${before.length}`,
      checked.trim().split("\n").at(-1) ?? "",
      owned,
      asked,
    ];
  } finally {
    await kill(programs);
    await load.pause();
  }
}

const Report = z.looseObject({ bytes: z.number(), problems: z.array(z.string()) });

/** In a separate process, which does not block the readers in this one. */
async function backupBeside(data: string, file: string, passphraseFile: string) {
  const args = ["cli/main.ts", "backup", file, "--passphrase-file", passphraseFile, "--json"];
  const env = { ...process.env, HIRAKU_DATA: data };
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root, env });
  return Report.parse(JSON.parse(stdout));
}

function actionsOn(documents: readonly string[]): PurchaseAction[] {
  return documents.flatMap((document_id): PurchaseAction[] => [
    { kind: "content", document_id },
    { kind: "original", document_id, original_id: "pdf" },
    { kind: "search_documents", input: { query: `配当 ${document_id}`, match_type: "lexical" } },
  ]);
}

async function kill(programs: readonly Started[]): Promise<void> {
  await Promise.all(programs.map((program) => program.stop("SIGKILL")));
}

async function inLibrary(
  at: Deployment,
  key: string,
  before: readonly Bought[],
  screenshots: string | undefined,
): Promise<string> {
  const programs = [await startUnit("hiraku-service", at), await startUnit("hiraku-web", at)];
  try {
    const reader = await signIn(at.webUrl, key);
    const recovered = await untilSettled(at.data);
    const charged = chargedOf(at.data);
    // Bought again: an owned item is served from the library, without a request to the service.
    for (const { action } of before) await reader.buy(action);
    if (chargedOf(at.data) !== charged) throw new Error("something that was owned before the backup was charged again");
    const shown = await openInBrowser(at.webUrl, key, screenshots);
    return `${before.length} purchases of before the backup are owned, ${recovered} that were under way ended well; the library in a browser shows ${shown}`;
  } finally {
    await kill(programs);
  }
}

interface RepeatedPurchase {
  readonly at: Deployment;
  readonly restored: string;
  readonly key: string;
  readonly after: readonly Bought[];
}

/** The web app's data from the backup, with the service's data as it was when it was killed. */
async function repeatPurchases(work: string, { at: before, restored, key, after }: RepeatedPurchase): Promise<string> {
  const mixed = path.join(work, "mixed");
  mkdirSync(mixed, { mode: 0o700 });
  for (const name of ["service.db", "service.db-wal", "blobs", "service-secret"]) copy(before.data, mixed, name);
  for (const name of ["web.db", "web.db-wal", "bodies", "web-secret"]) copy(restored, mixed, name);
  const at = sameDeployment(before, mixed);
  const programs = [await startUnit("hiraku-service", at), await startUnit("hiraku-web", at)];
  try {
    const reader = await signIn(at.webUrl, key);
    await untilSettled(mixed);
    const charged = chargedOf(mixed);
    for (const { action } of after) await reader.buy(action);
    const more = chargedOf(mixed) - charged;
    if (more !== 0) throw new Error(`asking again for what was bought after the backup cost ${more} credits`);
    return `${after.length} purchases of after the backup, asked for again at the service as it was, cost 0 credits`;
  } finally {
    await kill(programs);
  }
}

function copy(from: string, to: string, name: string): void {
  if (existsSync(path.join(from, name))) cpSync(path.join(from, name), path.join(to, name), { recursive: true });
}

/** Unfinished purchases in the copy are requested again at the start. Returns how many there were. */
async function untilSettled(data: string): Promise<number> {
  const store = new Database(path.join(data, "web.db"), { readonly: true });
  try {
    const open = store
      .prepare<[], number>("select count(*) from intents where state in ('intent', 'sent', 'unknown')")
      .pluck();
    const atFirst = Number(open.get());
    const endsAt = performance.now() + settledWithinMs;
    while (Number(open.get()) > 0) {
      if (performance.now() > endsAt) throw new Error(`${open.get()} purchases have no outcome after two minutes`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    return atFirst;
  } finally {
    store.close();
  }
}

const Keys = z.array(z.looseObject({ charged: z.number() }));

function chargedOf(data: string): number {
  return Keys.parse(JSON.parse(hiraku(data, "keys", "list", "--json"))).reduce((sum, each) => sum + each.charged, 0);
}
