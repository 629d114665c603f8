import { afterAll, expect, it } from "vitest";
import { app } from "../../../running-app.ts";
import { findDailyMail } from "../../../store/daily-mails.ts";
import { createOwner } from "../../../store/owners.ts";
import { withTestApp } from "../../../testing/test-app.ts";
import { testOwner } from "../../../testing/test-service.ts";
import { startFakeSmtp } from "../testing/smtp-server.ts";
import { mailDeps, serveConfirmMail, serveEndLink, serveEndMail } from "./serve-mail.ts";
import { askForMail } from "./subscribe.ts";

const origin = "https://hiraku.example";
const ownerId = "own_a";
const smtp = await startFakeSmtp();
withTestApp({
  HIRAKU_PUBLIC_URL: origin,
  HIRAKU_SMTP_URL: `smtp://127.0.0.1:${smtp.port}?from=hiraku@hiraku.example`,
});
afterAll(() => smtp[Symbol.asyncDispose]());

const stateOf = async () => (await findDailyMail(app().store, ownerId))?.state;
const request = (target: string, form?: Record<string, string>, headers: Record<string, string> = {}) =>
  new Request(origin + target, {
    method: form === undefined ? "GET" : "POST",
    headers: { host: "hiraku.example", ...headers },
    ...(form === undefined ? {} : { body: new URLSearchParams(form) }),
  });

it("a mail ends by one click of a mail program from anywhere, and by nothing that only looks", async () => {
  await createOwner(app().store, { owner_id: ownerId, created_at: 0, recovery_hash: null });
  const wanted = { address: "reader@mail.example", hour: 7, locale: "en", consent: true } as const;
  await askForMail(mailDeps(), testOwner("hk_test", ownerId), wanted, Date.now());
  const source = (smtp.accepted[0]?.source ?? "").replace(/=\r\n/g, "").replaceAll("=3D", "=");
  const token = /do=confirm&token=([\w-]{43})/.exec(source)?.[1] ?? "";
  const confirmed = await serveConfirmMail(request("/api/mail/confirm", { token }, { origin }));
  expect([confirmed.status, await stateOf()]).toEqual([303, "confirmed"]);

  const row = await findDailyMail(app().store, ownerId);
  const { tokenOf } = await import("./address.ts");
  const end = row === undefined ? "" : (tokenOf(row, app().secrets) ?? "");
  const address = `/api/mail/end?token=${end}`;
  const looked = serveEndLink(request(address));
  expect([looked.status, looked.headers.get("location")]).toEqual([303, `/mail?do=end&token=${end}`]);
  const oneClick = { "List-Unsubscribe": "One-Click" };
  for (const [target, form] of [
    [`/api/mail/end?token=${"x".repeat(43)}`, oneClick],
    [address, { "List-Unsubscribe": "Twice" }],
    [address, {}],
  ] as const) {
    await serveEndMail(request(target, form));
    expect(await stateOf()).toBe("confirmed");
  }
  const foreign = { origin: "https://mail.example", "sec-fetch-site": "cross-site" };
  const ended = await serveEndMail(request(address, oneClick, foreign));
  expect([ended.status, await stateOf()]).toEqual([204, "ended"]);
  expect((await serveEndMail(request(address, oneClick, { host: "evil.example" }))).status).toBe(421);
});
