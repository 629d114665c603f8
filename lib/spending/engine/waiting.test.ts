import { expect, test } from "vitest";
import { settle } from "../simulation/environment.ts";
import { KeyQueues } from "./waiting.ts";

test("calls of a key keep to its limit, and a key without calls is forgotten", async () => {
  const queues = new KeyQueues();
  let inside = 0;
  let most = 0;
  const call = async () => {
    most = Math.max(most, ++inside);
    await settle();
    inside--;
  };
  const calls = Array.from({ length: 20 }, () => queues.within("a", async () => 2, call));
  calls.push(
    queues.within(
      "b",
      async () => 1,
      async () => {
        throw new Error("broken");
      },
    ),
  );
  expect(queues.size).toBe(2);
  const ended = await Promise.allSettled(calls);
  expect(ended.filter(({ status }) => status === "rejected")).toHaveLength(1);
  expect(most).toBe(2);
  expect(queues.size).toBe(0);
});
