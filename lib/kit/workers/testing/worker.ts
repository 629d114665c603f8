import { setTimeout as delay } from "node:timers/promises";
import { threadId } from "node:worker_threads";
import { Rooms } from "../rooms.ts";
import { HandedOver, serveWork, threadSettings } from "../serve-work.ts";
import type { TestWork } from "./test-work.ts";

let last: ArrayBuffer | undefined;

/** What the pool's tests ask of a thread. */
serveWork<TestWork>({
  echo: (text) => `${String(threadSettings())} ${text}`,
  thread: () => threadId,
  later: async (ms) => {
    await delay(ms);
    return ms;
  },
  steps: (_task, step) => {
    for (;;) step();
  },
  hang: () => {
    for (;;);
  },
  fail: (message) => {
    throw new TypeError(message);
  },
  exit: (code) => process.exit(code),
  crash: () => {
    setTimeout(() => {
      throw new Error("broken from within");
    });
    return delay(60_000);
  },
  hand: (value) => {
    const rooms = new Rooms();
    const answer = rooms.copy(Uint8Array.of(value, value));
    last = rooms.pieces[0];
    return new HandedOver(answer, rooms.pieces);
  },
  left: () => last?.byteLength ?? -1,
  fill: () => {
    const kept: number[][] = [];
    for (;;) kept.push(Array.from({ length: 100_000 }, (_, i) => i + 0.5));
  },
});
