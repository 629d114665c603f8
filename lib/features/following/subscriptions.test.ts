import { Webhook } from "standardwebhooks";
import { beforeEach, describe, expect, it } from "vitest";
import { secretVersions } from "../../owners/secrets.ts";
import { listFeeds } from "../../store/feeds.ts";
import { findKeptKey, noteCheck } from "../../store/kept-keys.ts";
import type { Store } from "../../store/store.ts";
import { first } from "../../store/testing/test-store.ts";
import { addTestDelivery, dueDeliveries, listDeliveries, listWebhooks } from "../../store/webhooks.ts";
import { sinksWithSecret } from "../../testing/canary.ts";
import { testOwner } from "../../testing/test-service.ts";
import { allSources, watchSource } from "../../text/format/update-source.ts";
import { checkForUpdates } from "./check.ts";
import { deliver, outcomeOf, retryWaitsMs } from "./deliver.ts";
import { forgetRefusedKey, keyOfKept } from "./kept-key.ts";
import { makeWebhookSender } from "./send-webhook.ts";
import { endFeed, endWebhook, makeFeed, makeWebhook, resumeWithKey, testWebhook } from "./subscriptions.ts";
import { owner as ownerId, type Setup, setUp } from "./testing/listing.ts";
import { startReceiver } from "./testing/receiver.ts";

const apiKey = "hk_CANARYcanaryCANARYcanaryCANARYcanary5678";
const owner = testOwner(apiKey, ownerId);
const source = watchSource("7203");
const code = async (run: () => Promise<unknown>) => {
  try {
    await run();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : "";
  }
};

let setup: Setup;
let store: Store;
const secrets = secretVersions(["a-secret-of-this-test-that-is-long-enough"]);
const settings = { publicOrigin: undefined, port: 3000, webhookNetwork: "any" } as const;
const app = () => ({ store, secrets, settings });
beforeEach(async () => {
  setup = await setUp();
  store = setup.store;
});

const feed = (consent = true) => makeFeed(app(), owner, { source, title: "t", consent });
const webhook = (address: string, consent = true) =>
  makeWebhook(app(), owner, { source: allSources, address, consent });

describe("the kept key", () => {
  it("is kept with consent only, sealed, and once for all feeds and webhooks", async () => {
    expect(await code(() => feed(false))).toBe("consent_required");
    expect(await code(() => webhook("https://receiver.example/", false))).toBe("consent_required");
    expect([
      await listFeeds(store, ownerId),
      await listWebhooks(store, ownerId),
      await findKeptKey(store, ownerId),
    ]).toEqual([[], [], undefined]);
    await feed();
    await feed(false);
    await webhook("https://receiver.example/", false);
    const kept = await findKeptKey(store, ownerId);
    expect(kept === undefined ? undefined : keyOfKept(kept, secrets)).toBe(apiKey);
    const tables = ["kept_keys", "feeds", "webhooks", "deliveries"];
    const sinks: Record<string, string> = {};
    for (const each of tables) sinks[each] = JSON.stringify(await store.prepare(`select * from ${each}`).all());
    expect(sinksWithSecret(apiKey, sinks)).toEqual([]);
  });

  it("goes with the last feed and webhook, and not before", async () => {
    await feed();
    await webhook("https://receiver.example/");
    await endFeed(store, ownerId, (await listFeeds(store, ownerId))[0]?.feed_id ?? "");
    expect(await findKeptKey(store, ownerId)).toBeDefined();
    await endWebhook(store, "own_b", (await listWebhooks(store, ownerId))[0]?.webhook_id ?? "");
    expect(await listWebhooks(store, ownerId)).toHaveLength(1);
    await endWebhook(store, ownerId, (await listWebhooks(store, ownerId))[0]?.webhook_id ?? "");
    expect(await findKeptKey(store, ownerId)).toBeUndefined();
  });

  it("goes when the service refuses it and when the library goes; a session resumes it", async () => {
    await feed();
    await forgetRefusedKey(store, "key-1");
    expect(await findKeptKey(store, ownerId)).toBeUndefined();
    expect(await listFeeds(store, ownerId)).toHaveLength(1);
    await resumeWithKey(app(), owner);
    expect(await findKeptKey(store, ownerId)).toMatchObject({ problem: null });
    await store.prepare("delete from owners where owner_id = ?").run(ownerId);
    for (const table of ["kept_keys", "feeds", "updates", "listed_documents"]) {
      expect(await first(store, `select count(*) from ${table}`), table).toBe(0);
    }
  });

  it("is not kept again by resuming where nothing needs it", async () => {
    await resumeWithKey(app(), owner);
    expect(await findKeptKey(store, ownerId)).toBeUndefined();
  });

  it("stays gone where a check that was under way ends after it was let go of", async () => {
    await feed();
    await endFeed(store, ownerId, (await listFeeds(store, ownerId))[0]?.feed_id ?? "");
    await noteCheck(store, ownerId, { nextAt: 1, checkedAt: 1, problem: null });
    expect(await findKeptKey(store, ownerId)).toBeUndefined();
  });
});

describe("a feed's address", () => {
  it("is in the store as a hash only", async () => {
    const token = (await feed()).split("/").at(-1) ?? "";
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(JSON.stringify(await store.prepare("select * from feeds").all())).not.toContain(token);
  });
});

describe("a webhook", () => {
  it("gets each document once, signed, with an id that a repetition shares", async () => {
    await using receiver = await startReceiver();
    const secret = await webhook(receiver.address);
    await checkForUpdates(setup.deps, ownerId);
    setup.listing.publish("a", "2026-11-20T15:00:00+09:00");
    setup.listing.publish("b", "2026-11-20T16:00:00+09:00", { amends_document_id: "a" });
    for (let n = 0; n < 2; n++) await checkForUpdates(setup.deps, ownerId);
    // The first attempt of the first delivery fails.
    receiver.answer = (response, count) => response.writeHead(count === 1 ? 503 : 200).end();
    const sender = makeWebhookSender("any");
    for (let n = 0; n < 3; n++) {
      const [due] = await dueDeliveries(store, Number.MAX_SAFE_INTEGER, 9);
      if (due !== undefined) await deliver(app(), due, sender);
    }
    await sender.close();
    const verifier = new Webhook(secret);
    const names = ["webhook-id", "webhook-timestamp", "webhook-signature"];
    const verify = ({ body, headers }: (typeof receiver.received)[number], more = "") =>
      verifier.verify(body + more, Object.fromEntries(names.map((name) => [name, String(headers[name])])));
    const bodies = receiver.received.map((each) => verify(each));
    expect(bodies).toMatchObject([
      { type: "document.published", document: { document_id: "a", security_code: "7203" } },
      { type: "document.published", document: { document_id: "a" } },
      { type: "document.amended", document: { document_id: "b", amends_document_id: "a" } },
    ]);
    expect(receiver.received[0]?.headers["webhook-id"]).toBe(receiver.received[1]?.headers["webhook-id"]);
    expect(await dueDeliveries(store, Number.MAX_SAFE_INTEGER, 9)).toEqual([]);
    for (const each of receiver.received) expect(() => verify(each, " ")).toThrow();
  });

  it("can be tested, one test at a time, and another owner's can't", async () => {
    await webhook("https://receiver.example/");
    const id = (await listWebhooks(store, ownerId))[0]?.webhook_id ?? "";
    await testWebhook(store, ownerId, id);
    expect(await code(() => testWebhook(store, ownerId, id))).toBe("test_under_way");
    expect(await code(() => testWebhook(store, "own_b", id))).toBe("not_found");
    expect(await listDeliveries(store, id, 9)).toMatchObject([{ update_id: null, state: "waiting" }]);
  });

  it("holds back no other one: each has its own next delivery", async () => {
    await webhook("https://one.example/");
    await webhook("https://two.example/");
    const [one, two] = (await listWebhooks(store, ownerId)).map((each) => each.webhook_id);
    for (let n = 0; n < 3; n++) {
      await addTestDelivery(store, one ?? "", `dlv_1${n}`, 1);
      await addTestDelivery(store, two ?? "", `dlv_2${n}`, 2);
    }
    expect((await dueDeliveries(store, 5, 9)).map((each) => each.webhook_id)).toEqual([one, two]);
    expect(await dueDeliveries(store, 0, 9)).toEqual([]);
  });
});

describe("the outcome of an attempt", () => {
  it("is repeated for about three days, later each time, and then given up", () => {
    const failed = { status: 500, problem: "refused" } as const;
    const waits = retryWaitsMs.map((_, attempts) => outcomeOf(attempts, failed, 0, 0.5));
    expect(waits.map(({ state }) => state)).toEqual(retryWaitsMs.map(() => "waiting"));
    const days = waits.reduce((sum, { nextAt }) => sum + nextAt, 0) / 86_400_000;
    expect(days).toBeGreaterThan(2.5);
    expect(outcomeOf(retryWaitsMs.length, failed, 0, 0.5).state).toBe("failed");
    expect(outcomeOf(0, { status: 410, problem: "refused" }, 0, 0.5).state).toBe("failed");
    expect(outcomeOf(0, { status: 200, problem: undefined }, 0, 0.5).state).toBe("delivered");
  });
});
