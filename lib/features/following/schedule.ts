import { logger } from "../../log.ts";
import { countChangedSections } from "../../reading/changes-line.ts";
import { contentTiers } from "../../reading/content-tiers.ts";
import { type App, partOf } from "../../running-app.ts";
import { dueCheck, dueKeys, findKeptKey, type KeptKeyRow, noteCheck } from "../../store/kept-keys.ts";
import { isProblem } from "../../upstream/problem-error.ts";
import type { Upstream } from "../../upstream/upstream.ts";
import { UpdateChecks } from "./checks.ts";
import { Deliveries } from "./deliver.ts";
import { keyOfKept } from "./kept-key.ts";
import { DailyMails } from "./mail/daily-mail.ts";
import { Mailer } from "./mail/mailer.ts";

/**
 * The only thing that works while nobody is signed in: one schedule for each kept key asks the free lists what is new,
 * and due webhooks and mails are sent. What is due is in the store, so a restart goes on where the last process stopped, and of
 * several processes one takes what is due.
 */
const tickMs = 1_000;
const atOnceMax = 4;
const retryMs = 120_000;

type Parts = Pick<App, "store" | "claims" | "service" | "settings" | "secrets" | "parts">;

interface Running {
  stopped: boolean;
  timer: NodeJS.Timeout | undefined;
  ticking: Promise<void>;
  readonly checks: Map<string, Promise<void>>;
}

/** Returns what ends it: then nothing more is started, and what is under way is waited for. */
export function startUpdates(app: Parts): () => Promise<void> {
  const running: Running = { stopped: false, timer: undefined, ticking: Promise.resolve(), checks: new Map() };
  const deliveries = new Deliveries(app);
  const mails = mailsOf(app);
  const tick = async () => {
    if (running.stopped) return;
    try {
      await startDueChecks(app, running);
      if (!running.stopped) await deliveries.deliverDue(Date.now());
      if (!running.stopped) await mails?.sendDue(Date.now());
    } catch (error) {
      logger().error({ err: error }, "updates failed");
    }
    if (!running.stopped) tickAfter(tickMs);
  };
  const tickAfter = (waitMs: number) => {
    running.timer = setTimeout(() => {
      running.ticking = tick();
    }, waitMs).unref();
  };
  running.ticking = tick();
  return async () => {
    running.stopped = true;
    clearTimeout(running.timer);
    await running.ticking;
    await partOf(app, UpdateChecks).close();
    await Promise.all(running.checks.values());
    await deliveries.close();
    await mails?.close();
    await app.claims.letGoOfAll();
  };
}

function mailsOf(app: Parts): DailyMails | undefined {
  const mail = partOf(app, Mailer).of(app.settings);
  if (mail === undefined) return undefined;
  const { store, claims, secrets, service } = app;
  const upstreamOf = async (ownerId: string): Promise<Upstream | undefined> => {
    const row = await findKeptKey(store, ownerId);
    const key = row === undefined ? undefined : keyOfKept(row, secrets);
    if (row === undefined || key === undefined) return undefined;
    return { service, baseUrl: row.upstream, key, keyId: row.key_id };
  };
  return new DailyMails({
    ...{ store, claims, secrets, ...mail, upstream: app.settings.apiUrl },
    async tiers(ownerId) {
      const upstream = await upstreamOf(ownerId);
      return upstream === undefined ? [] : contentTiers(upstream);
    },
    async countChanged(ownerId, documentId) {
      const upstream = await upstreamOf(ownerId);
      return upstream === undefined ? undefined : countChangedSections(upstream, documentId);
    },
  });
}

async function startDueChecks(app: Parts, running: Running): Promise<void> {
  const { checks } = running;
  const { apiUrl } = app.settings;
  for (const row of await dueKeys(app.store, apiUrl, Date.now(), atOnceMax)) {
    if (checks.size >= atOnceMax || checks.has(row.owner_id)) continue;
    checks.set(
      row.owner_id,
      checkKept(app, row, running).finally(() => checks.delete(row.owner_id)),
    );
  }
}

/** By one process, however many have read that it is due. */
async function checkKept(app: Parts, { owner_id }: KeptKeyRow, running: Running): Promise<void> {
  try {
    await app.claims.alone(dueCheck(owner_id), async () => {
      const row = await findKeptKey(app.store, owner_id);
      if (row !== undefined && row.next_check_at <= Date.now()) await checkDue(app, row, running);
    });
  } catch (error) {
    logger().error({ err: error, ownerId: owner_id }, "a check failed");
  }
}

async function checkDue(app: Parts, row: KeptKeyRow, running: Running): Promise<void> {
  const { updatesEveryMs } = app.settings;
  // Keys that were kept at the same time drift apart, so that the service is not asked for all at once.
  const nextAt = (everyMs: number) => Date.now() + Math.round(everyMs * (0.9 + 0.2 * Math.random()));
  const problem = await checkWith(app, row);
  // One that was broken off is due again at the next start.
  if (running.stopped && problem !== null) return;
  const failed = problem !== null && problem !== "limits";
  await noteCheck(app.store, row.owner_id, {
    nextAt: nextAt(failed ? Math.min(retryMs, updatesEveryMs) : updatesEveryMs),
    checkedAt: failed ? null : Date.now(),
    problem,
  });
}

/** The code of what went wrong, or null. */
async function checkWith({ secrets, service, parts }: Parts, row: KeptKeyRow): Promise<string | null> {
  const key = keyOfKept(row, secrets);
  if (key === undefined) return "key_unreadable";
  try {
    const upstream = { service, baseUrl: row.upstream, key, keyId: row.key_id };
    const { complete } = await partOf({ parts }, UpdateChecks).checkOwner({ ownerId: row.owner_id, upstream });
    return complete ? null : "limits";
  } catch (error) {
    if (isProblem(error)) return error.problem.code;
    logger().error({ err: error, ownerId: row.owner_id }, "a check failed");
    return "app_error";
  }
}
