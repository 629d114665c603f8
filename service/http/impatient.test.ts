import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setImmediate as turn } from "node:timers/promises";
import { expect, test } from "vitest";
import { toWireRequest } from "../../lib/contract/client.ts";
import { type EndpointName, endpointNames } from "../../lib/contract/endpoints.ts";
import { openFiles } from "../../lib/kit/process/open-files.ts";
import { conformanceCases } from "../testing/conformance-cases.ts";
import { collectGarbage } from "../testing/garbage.ts";
import { createHarness } from "../testing/harness.ts";
import { listening } from "../testing/sockets.ts";

/** Where a client gives up, by the bytes that it has of the answer. */
const moments = {
  "before the request is whole": async (socket: Socket, request: string) => {
    socket.write(request.slice(0, -1));
  },
  "before the headers": async (socket: Socket, request: string) => {
    socket.write(request);
  },
  "with the first bytes": async (socket: Socket, request: string) => {
    socket.write(request);
    await once(socket, "data");
  },
  "after the answer": async (socket: Socket, request: string) => {
    socket.end(request);
    socket.resume();
    await once(socket, "end");
  },
} as const;

const timesEach = 5;

/** The files of documents; the store's own stay open. */
const openDocuments = () => openFiles(tmpdir()).filter((file) => file.includes("/blobs/"));

function requestOf<N extends EndpointName>(name: N, key: string): string {
  const { method, target, body } = toWireRequest(name, conformanceCases[name].ok);
  const headers = [`Host: a`, `Authorization: Bearer ${key}`];
  if (body !== undefined) headers.push("Content-Type: application/json", `Content-Length: ${Buffer.byteLength(body)}`);
  return `${method} ${target} HTTP/1.1\r\n${headers.join("\r\n")}\r\n\r\n${body ?? ""}`;
}

test.each(Object.entries(moments))(
  "requests of every endpoint given up %s leave no file, no connection and no reserved credit",
  async (_moment, giveUpAfter) => {
    const harness = await createHarness();
    const { address, connections } = await listening(harness);
    const { id, key } = await harness.newKey({ credits: 100_000, perMinute: 100_000 });
    const before = openDocuments();
    for (const name of endpointNames) {
      const request = requestOf(name, key);
      const clients = Array.from({ length: timesEach }, async () => {
        const socket = connect(address.port, "127.0.0.1");
        // A service that refuses the rest of a request resets its connection.
        socket.on("error", () => {});
        await once(socket, "connect");
        await giveUpAfter(socket, request);
        socket.destroy();
      });
      await Promise.all(clients);
    }
    await expect.poll(connections).toBe(0);
    await harness.service.close();
    await expect.poll(openDocuments).toEqual(before);
    expect(harness.blobs.openCount).toBe(0);
    expect((await harness.keyState(id)).credits?.reserved).toBe(0);
    expect(harness.records.filter(({ status }) => status >= 500)).toEqual([]);
    collectGarbage();
    await turn();
  },
);

test("a file that is open is found by its count and its descriptor", async () => {
  const harness = await createHarness();
  const { blob } = await harness.keepFile(new Uint8Array(10));
  const before = openDocuments();
  const left = await harness.blobs.open(blob);
  expect(openDocuments()).toHaveLength(before.length + 1);
  expect(harness.blobs.openCount).toBe(1);
  await left?.close();
  expect(openDocuments()).toEqual(before);
});

/** What this file asks of its own process at the end of each test, in a process of its own. */
const leftFile = (ending: "closed" | "left") => {
  const program = path.resolve(import.meta.dirname, "../testing/left-file.ts");
  return spawnSync(process.execPath, [program, program, ending], { encoding: "utf8" });
};

test("a handle that nobody closed ends a process whose garbage is collected; a closed one does not", () => {
  expect(leftFile("closed")).toMatchObject({ status: 0, stdout: "lives\n" });
  const { status, stdout, stderr } = leftFile("left");
  expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
  expect(stderr).toContain("FileHandle object was closed during garbage collection");
});
