import type { LookupFunction } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { makeWebhookSender, type WebhookSender } from "./send-webhook.ts";
import { type Receiver, startReceiver } from "./testing/receiver.ts";

let receiver: Receiver;
let sender: WebhookSender;
beforeEach(async () => {
  receiver = await startReceiver();
  sender = makeWebhookSender("any", { timeoutMs: 400 });
});
afterEach(async () => {
  await sender.close();
  await receiver[Symbol.asyncDispose]();
});

const message = () => ({ address: receiver.address, headers: { "webhook-id": "dlv_1" }, body: "{}" });

describe("a webhook", () => {
  it("is accepted by any 2xx", async () => {
    expect(await sender.send(message())).toEqual({ status: 204, problem: undefined });
    expect(receiver.received).toMatchObject([{ body: "{}", headers: { "webhook-id": "dlv_1" } }]);
  });

  it("follows no redirect", async () => {
    receiver.answer = (response) => response.writeHead(307, { location: "/elsewhere" }).end();
    expect(await sender.send(message())).toEqual({ status: 307, problem: "redirected" });
    expect(receiver.received.map(({ url }) => url)).toEqual(["/hook"]);
  });

  it("that is refused, not answered, or not connected says so", async () => {
    receiver.answer = (response) => response.writeHead(500).end();
    expect(await sender.send(message())).toEqual({ status: 500, problem: "refused" });
    receiver.answer = () => undefined;
    expect(await sender.send(message())).toEqual({ status: null, problem: "timed_out" });
    await receiver[Symbol.asyncDispose]();
    expect(await sender.send(message())).toEqual({ status: null, problem: "not_connected" });
    receiver = await startReceiver();
  });

  it("reads no answer without end", async () => {
    let written = 0;
    receiver.answer = (response) => {
      response.writeHead(200);
      const flood = () => {
        while (!response.destroyed && written < 2 ** 28) {
          written += 65_536;
          if (!response.write(Buffer.alloc(65_536))) return void response.once("drain", flood);
        }
      };
      flood();
    };
    expect((await sender.send(message())).status).toBe(200);
    expect(written).toBeLessThan(2 ** 26);
  });
});

describe("a webhook to the public internet", () => {
  /** Resolves names as given, a later answer for each later question, as a rebinding name server does. */
  const resolving =
    (...answers: string[][]): LookupFunction =>
    (_, options, callback) => {
      const found = (answers.length > 1 ? answers.shift() : answers[0]) ?? [];
      const all = found.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
      if (options.all === true) callback(null, all);
      else callback(null, all[0]?.address ?? "", all[0]?.family);
    };
  const sent = async (host: string, lookup: LookupFunction) => {
    const port = new URL(receiver.address).port;
    const strict = makeWebhookSender("public", { timeoutMs: 400, lookup });
    const result = await strict.send({ ...message(), address: `http://${host}:${port}/hook` });
    await strict.close();
    return result;
  };

  it.each(["127.0.0.1", "[::1]", "[::ffff:127.0.0.1]", "0.0.0.0", "2130706433"])(
    "does not connect to %s written as an address",
    async (host) => {
      expect(await sent(host, resolving(["8.8.8.8"]))).toEqual({ status: null, problem: "not_public" });
      expect(receiver.received).toEqual([]);
    },
  );

  it.each([["127.0.0.1"], ["::1"], ["::ffff:127.0.0.1"], ["169.254.169.254"], ["8.8.8.8", "127.0.0.1"]])(
    "does not connect where a name leads to %s",
    async (...addresses) => {
      expect(await sent("receiver.example", resolving(addresses))).toEqual({ status: null, problem: "not_public" });
      expect(receiver.received).toEqual([]);
    },
  );

  it("is checked on the address that is connected to: a name that changes it gains nothing", async () => {
    let asked = 0;
    // Nobody has the first address; the second is the receiver's.
    const answers = resolving(["2a10:ffff::1"], ["127.0.0.1"]);
    const rebinding: LookupFunction = (hostname, options, callback) => {
      asked++;
      answers(hostname, options, callback);
    };
    expect((await sent("receiver.example", rebinding)).problem).not.toBe("not_public");
    expect(asked).toBe(1);
    expect((await sent("receiver.example", rebinding)).problem).toBe("not_public");
    expect(asked).toBe(2);
    expect(receiver.received).toEqual([]);
  });
});
