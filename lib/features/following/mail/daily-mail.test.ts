import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { smtpServer } from "../../../kit/settings/smtp-server.ts";
import { secretVersions } from "../../../owners/secrets.ts";
import { Claims } from "../../../store/claims.ts";
import { confirmWithinMs, findDailyMail } from "../../../store/daily-mails.ts";
import { findKeptKey } from "../../../store/kept-keys.ts";
import type { Store } from "../../../store/store.ts";
import { testOwner } from "../../../testing/test-service.ts";
import { checkForUpdates } from "../check.ts";
import { owner as ownerId, type Setup, setUp, startMs } from "../testing/listing.ts";
import { type FakeSmtp, startFakeSmtp } from "../testing/smtp-server.ts";
import { type DailyMailDeps, DailyMails } from "./daily-mail.ts";
import { mailSender } from "./smtp.ts";
import { askForMail, changeMail, confirmMail, endMail, endMailByToken, type MailDeps } from "./subscribe.ts";

const address = "Reader.CANARY@mail.example";
const origin = "https://hiraku.example";
const owner = testOwner("hk_test", ownerId);
const secrets = secretVersions(["a-secret-of-this-test-that-is-long-enough"]);
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

let setup: Setup;
let store: Store;
let smtp: FakeSmtp;
let deps: MailDeps;

beforeEach(async () => {
  setup = await setUp();
  store = setup.store;
  smtp = await startFakeSmtp();
  const { server } = smtpServer(`smtp://127.0.0.1:${smtp.port}?from=hiraku@hiraku.example`) ?? {};
  if (server === undefined) throw new Error("the test's mail server has no address");
  deps = { store, secrets, claims: new Claims(store), mail: { origin, send: mailSender(server) } };
});
afterEach(() => smtp[Symbol.asyncDispose]());

const sourceAt = (at: number) => (smtp.accepted[at]?.source ?? "").replace(/=\r\n/g, "").replaceAll("=3D", "=");
const tokenIn = (source: string, action: string) =>
  new RegExp(`do=${action}&token=([\\w-]{43})`).exec(source)?.[1] ?? "";
const ask = (more: Partial<Parameters<typeof askForMail>[2]> = {}, nowMs = startMs) =>
  askForMail(deps, owner, { address, hour: 7, locale: "en", consent: true, ...more }, nowMs);

/** An app on the store, as another process has it. */
function mails(more: Partial<DailyMailDeps> = {}): DailyMails {
  const sender = deps.mail?.send ?? (() => Promise.resolve("unknown" as const));
  return new DailyMails({
    ...{ store, secrets, origin, claims: new Claims(store, { runner: `r${Math.random()}` }) },
    ...{ upstream: owner.upstream.baseUrl, send: sender },
    tiers: () => Promise.resolve([]),
    countChanged: () => Promise.resolve(2),
    ...more,
  });
}

async function sendAt(nowMs: number, each = mails()): Promise<void> {
  await each.sendDue(nowMs);
  await each.settled();
}

async function confirmed(): Promise<void> {
  await ask();
  expect(await confirmMail(deps, tokenIn(sourceAt(0), "confirm"), startMs)).toBe(true);
  smtp.accepted.length = 0;
  await checkForUpdates(setup.deps, ownerId);
}

async function publish(id: string): Promise<void> {
  setup.listing.publish(id, "2026-11-20T15:00:00+09:00");
  await checkForUpdates(setup.deps, ownerId);
}
/** 07:30 of the days after the start. */
const morning = (day: number) => startMs - 1.5 * hourMs + day * dayMs;

describe("an address", () => {
  it("gets nothing but one request until it is confirmed, and is in the store sealed", async () => {
    await ask();
    await checkForUpdates(setup.deps, ownerId);
    await publish("a");
    await sendAt(morning(1));
    expect(smtp.accepted.map(({ to }) => to)).toEqual([address]);
    const rows = JSON.stringify([
      await store.prepare("select * from daily_mails").all(),
      await store.prepare("select * from mail_requests").all(),
    ]);
    expect(rows).not.toMatch(/CANARY|canary/);
  });

  it("needs consent to keep the key, and the key goes when nobody has confirmed in time", async () => {
    await expect(ask({ consent: false })).rejects.toMatchObject({ problem: { code: "consent_required" } });
    expect(smtp.accepted).toEqual([]);
    await ask();
    expect(await findKeptKey(store, ownerId)).toBeDefined();
    const late = startMs + confirmWithinMs;
    expect(await confirmMail(deps, tokenIn(sourceAt(0), "confirm"), late)).toBe(false);
    await sendAt(late);
    expect(await findKeptKey(store, ownerId)).toBeUndefined();
    expect(await findDailyMail(store, ownerId)).toMatchObject({ state: "ended", sealed_address: null });
  });

  it("is asked three times a day at most, whatever its case, and again the next day", async () => {
    for (let n = 0; n < 3; n++) await ask(n === 1 ? { address: address.toLowerCase() } : {});
    await expect(ask()).rejects.toMatchObject({ problem: { code: "mail_requests_full", status: 429 } });
    expect(smtp.accepted.length).toBe(3);
    await ask({}, startMs + dayMs + 1);
    expect(smtp.accepted.length).toBe(4);
  });

  it.each(["", "a@b", "a b@c.de", "a@c.de,b@c.de", "a@c.de\r\nBcc: x@y.de", '"a"@c.de', `${"a".repeat(65)}@c.de`])(
    "%j is none",
    async (wrong) => {
      await expect(ask({ address: wrong })).rejects.toMatchObject({ problem: { code: "mail_not_an_address" } });
      expect(smtp.accepted).toEqual([]);
    },
  );
});

describe("the daily mail", () => {
  it("comes once at its hour, tells each filing once, and says nothing where nothing is new", async () => {
    await confirmed();
    await publish("a");
    await sendAt(morning(1) - hourMs);
    expect(smtp.accepted.length).toBe(0);
    for (let n = 0; n < 3; n++) await sendAt(morning(1) + n * hourMs);
    expect(smtp.accepted.length).toBe(1);
    await sendAt(morning(2));
    expect(smtp.accepted.length).toBe(1);
    await publish("b");
    await sendAt(morning(3));
    expect(smtp.accepted.length).toBe(2);
    expect(sourceAt(0)).toContain("/documents/a");
    expect(sourceAt(1)).not.toContain("/documents/a");
    expect(sourceAt(1)).toContain("/documents/b");
  });

  it("is sent once by two apps, through twenty restarts that break off at every step", async () => {
    await confirmed();
    for (let day = 1; day <= 20; day++) {
      await publish(`d${day}`);
      let steps = 0;
      // The process ends at a later statement each day, also between the taking, the sending and the noting.
      const broken = new Proxy(store, {
        get(target, name, receiver) {
          if (name === "prepare" && ++steps > day) throw new Error("the process ended");
          const value: unknown = Reflect.get(target, name, receiver);
          return typeof value === "function" ? value.bind(target) : value;
        },
      });
      const before = smtp.accepted.length;
      await sendAt(morning(day), mails({ store: broken })).catch(() => undefined);
      await store.prepare("delete from claims").run();
      const apps = [mails(), mails()];
      for (let n = 0; n < 3; n++) await Promise.all(apps.map((each) => sendAt(morning(day) + n * hourMs, each)));
      expect(smtp.accepted.length - before, `day ${day}`).toBeLessThanOrEqual(1);
    }
    await publish("last");
    await sendAt(morning(21));
    const all = smtp.accepted.map((_, at) => sourceAt(at).split("text/html")[0] ?? "");
    for (let day = 1; day <= 20; day++) {
      const told = all.filter((mail) => new RegExp(`/documents/d${day}\\b`).test(mail)).length;
      expect(told, `day ${day}`).toBeLessThanOrEqual(1);
      // Cut off between the taking and the sending: the next mail says that one may be missing.
      if (told === 0) expect(all[day - 1]).toContain("may not have reached you");
    }
  });

  it("is tried again after a sure refusal alone; what may have been accepted is not sent twice, and the next one says so", async () => {
    await confirmed();
    await publish("a");
    smtp.answer = () => "451 later";
    await sendAt(morning(1));
    smtp.answer = () => "250 taken";
    await sendAt(morning(1) + 60_000);
    expect(smtp.accepted.length).toBe(0);
    await sendAt(morning(1) + 6 * 60_000);
    expect(smtp.accepted.length).toBe(1);
    await publish("b");
    // Accepted, but the answer is lost.
    smtp.answer = () => undefined;
    await sendAt(morning(2));
    expect(await findDailyMail(store, ownerId)).toMatchObject({ outcome: "unknown" });
    for (let n = 1; n < 9; n++) await sendAt(morning(2) + n * hourMs);
    expect(smtp.accepted.length).toBe(2);
    await publish("c");
    smtp.answer = () => "550 no such reader";
    await sendAt(morning(3));
    await sendAt(morning(3) + hourMs);
    expect(await findDailyMail(store, ownerId)).toMatchObject({ outcome: "refused", attempts: 1 });
    smtp.answer = () => "250 taken";
    await publish("d");
    await sendAt(morning(4));
    expect(sourceAt(2)).not.toContain("/documents/b");
    for (const id of ["c", "d"]) expect(sourceAt(2)).toContain(`/documents/${id}`);
    // Through a refusal, a later attempt and a day without news, until a mail has said it.
    expect(sourceAt(2)).toContain("may not have reached you");
    await publish("e");
    smtp.answer = () => undefined;
    await sendAt(morning(5));
    smtp.answer = () => "250 taken";
    await sendAt(morning(6));
    await publish("f");
    smtp.answer = () => "451 later";
    await sendAt(morning(7));
    smtp.answer = () => "250 taken";
    await sendAt(morning(7) + 6 * 60_000);
    expect(sourceAt(4)).toContain("may not have reached you");
    await publish("g");
    await sendAt(morning(8));
    expect(sourceAt(5)).not.toContain("may not have reached you");
  });

  it("is not sent after the end, by its owner or by the token of any mail, nor twice on the day it is asked for again", async () => {
    await confirmed();
    await publish("a");
    await sendAt(morning(1));
    const token = tokenIn(sourceAt(0), "end");
    expect(sourceAt(0)).toMatch(/List-Unsubscribe:\s+<https:\/\/hiraku\.example\/api\/mail\/end\?token=[\w-]{43}>/);
    expect(sourceAt(0)).toContain("List-Unsubscribe-Post: List-Unsubscribe=One-Click");
    expect(await endMailByToken(deps, "x".repeat(43))).toBe(false);
    expect(await endMailByToken(deps, token)).toBe(true);
    expect(await findKeptKey(store, ownerId)).toBeUndefined();
    await publish("b");
    for (let day = 1; day < 4; day++) await sendAt(morning(day) + hourMs);
    expect(smtp.accepted.length).toBe(1);
    await ask({}, morning(4));
    await confirmMail(deps, tokenIn(sourceAt(1), "confirm"), morning(4));
    await changeMail(store, ownerId, { hour: 23, locale: "ja" });
    await sendAt(morning(4) + 16 * hourMs);
    expect(smtp.accepted.length).toBe(2);
    expect(await endMailByToken(deps, token)).toBe(true);
    await endMail(deps, ownerId);
    await sendAt(morning(5) + 16 * hourMs);
    expect(smtp.accepted.length).toBe(2);
  });
});
